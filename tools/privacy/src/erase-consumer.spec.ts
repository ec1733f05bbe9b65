import { expect, test } from '@jest/globals';
import type { CallService } from './call-service.js';
import { eraseConsumer } from './erase-consumer.js';

const person = { email: 'ann@example.com' };

/** Answers as the services do, one of them with an error at `erase`. Adds what it records to `recorded`. */
const callServices =
  (leads: readonly { id: string; status: string }[], recorded: unknown[], failure?: Error): CallService =>
  <Answer extends object>(service: string, request: object): Promise<Answer> => {
    const { action, leadIds } = request as { action: string; leadIds?: readonly string[] };
    const answers: Readonly<Record<string, object>> = {
      'lead-router prepare-erasure': { leads },
      'notifier erase': { removed: 1, unfinished: ['undelivered'] },
      'lead-router erase': { anonymized: leadIds?.length, unfinished: [], consentRecordsKept: 0 },
    };
    if (action === 'consumer-erased') recorded.push(leadIds);
    if (failure && service === 'lead-router' && action === 'erase') return Promise.reject(failure);
    return Promise.resolve((answers[`${service} ${action}`] ?? {}) as Answer);
  };

const leads = [
  { id: 'waiting', status: 'available' },
  { id: 'delivered', status: 'sold' },
  { id: 'undelivered', status: 'sold' },
  { id: 'charged', status: 'reserved' },
];

test('an interrupted erasure has recorded the leads that it may have erased', async () => {
  const recorded: unknown[] = [];
  const call = callServices(leads, recorded, new Error('interrupted'));
  await expect(eraseConsumer(person, call, 0)).rejects.toThrow('interrupted');
  expect(recorded).toEqual([['waiting', 'delivered']]);
});

test('leads that are being charged or delivered are unfinished, and not recorded', async () => {
  const recorded: unknown[] = [];
  const { anonymized, unfinished } = await eraseConsumer(person, callServices(leads, recorded), 0);
  expect({ anonymized, unfinished }).toEqual({ anonymized: 2, unfinished: ['undelivered', 'charged'] });
  expect(recorded).toEqual([['waiting', 'delivered']]);
});

test('a run that finds no lead is recorded as well', async () => {
  const recorded: unknown[] = [];
  await eraseConsumer(person, callServices([], recorded), 60_000);
  expect(recorded).toEqual([[]]);
});
