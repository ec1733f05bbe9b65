import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { channelKinds } from '@desk/contracts';
import { crashFaults } from './crash-faults.js';
import { faultKinds } from './fault-kinds.js';

/** What the notifier sends: over a channel, or as a browser notification. */
const messageKinds = [...channelKinds, 'push'];
const services = join(import.meta.dirname, '..', '..', '..', '..', 'services');
const crashPointsInCode = globSync('*/src/**/*.ts', { cwd: services })
  .filter((file) => !file.endsWith('.spec.ts'))
  .flatMap((file) => [
    ...readFileSync(join(services, file), 'utf8').matchAll(/crashPoint\((?:'([^']+)'|`([^`]+)`)\)/g),
  ])
  .flatMap(([, name, pattern = '']) => name ?? messageKinds.map((kind) => pattern.replace('${kind}', kind)));

describe('faultKinds', () => {
  it('lists every crash point of the services and no other', () => {
    expect(crashPointsInCode.length).toBeGreaterThan(20);
    expect(crashFaults.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(crashPointsInCode)].toSorted(),
    );
  });

  it('refers only to crash points that exist', () => {
    const points = faultKinds.flatMap(({ faults, afterCrash = [] }) =>
      [...faults, ...afterCrash].flatMap((fault) => (fault.type === 'crash' ? [fault.point] : [])),
    );
    expect(points.filter((point) => !crashPointsInCode.includes(point))).toEqual([]);
  });

  it('gives every kind its own name', () => {
    expect(new Set(faultKinds.map(({ name }) => name)).size).toBe(faultKinds.length);
  });
});
