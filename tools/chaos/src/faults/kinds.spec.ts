import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { crashKinds } from './crash-kinds.js';
import { kinds } from './kinds.js';

const services = join(import.meta.dirname, '..', '..', '..', '..', 'services');
const pointsInCode = globSync('*/src/**/*.ts', { cwd: services })
  .filter((file) => !file.endsWith('.spec.ts'))
  .flatMap((file) => [...readFileSync(join(services, file), 'utf8').matchAll(/crashPoint\('([^']+)'\)/g)])
  .map(([, name]) => name);

describe('the kinds of faults', () => {
  it('know every crash point of the services and no other', () => {
    expect(pointsInCode.length).toBeGreaterThan(20);
    expect(crashKinds.map(({ name }) => name).toSorted()).toEqual([...new Set(pointsInCode)].toSorted());
  });

  it('name only crash points that exist', () => {
    const named = kinds.flatMap(({ faults, then = [] }) =>
      [...faults, ...then].flatMap((fault) => (fault.do === 'crash' ? [fault.point] : [])),
    );
    expect(named.filter((point) => !pointsInCode.includes(point))).toEqual([]);
  });

  it('have a name each', () => {
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
  });
});
