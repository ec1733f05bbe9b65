import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { channelKinds, messagesOf, type ServiceName, serviceNames } from '@desk/contracts';
import { faultKinds } from './fault-kinds.js';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'services');

/** Names of the periodic tasks of a service, as crash points have them. */
const tasksOf = (service: string): string[] =>
  globSync(`${service}/src/**/*.ts`, { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:name: |start\()'([a-z ]+)',/g)].map(
      ([, name = '']) => name.replaceAll(' ', '-'),
    ),
  );

const worksOf = new Map<string, readonly string[]>([
  ['gateway', ['request', ...tasksOf('gateway')]],
  ...serviceNames.map((service: ServiceName): [string, readonly string[]] => [
    service,
    [
      ...messagesOf(service).map(({ name }) => name),
      ...tasksOf(service),
      ...(service === 'notifier' ? [...channelKinds, 'push'].map((kind) => `send-${kind}`) : []),
      ...(service === 'lead-router' ? ['fetch-meta'] : []),
    ],
  ]),
]);

const MOMENT = /^(received|handled|answered-[A-Z]+-[\w-]+|(before|during|after)-[\w.*-]+)$/;

const exists = (point: string): boolean => {
  const [service = '', work = '', moment = ''] = point.split(':');
  return worksOf.get(service)?.includes(work) === true && MOMENT.test(moment);
};

describe('faultKinds', () => {
  it('refers only to works that exist', () => {
    const points = faultKinds.flatMap(({ faults, afterCrash = [] }) =>
      [...faults, ...afterCrash].flatMap((fault) =>
        fault.type === 'crash' || fault.type === 'freeze' ? [fault.point] : [],
      ),
    );
    expect(points.length).toBeGreaterThan(100);
    expect(points.filter((point) => !exists(point))).toEqual([]);
    expect(exists('lead-router:leads.unknown:received')).toBe(false);
  });

  it('gives every kind its own name', () => {
    expect(new Set(faultKinds.map(({ name }) => name)).size).toBe(faultKinds.length);
  });
});
