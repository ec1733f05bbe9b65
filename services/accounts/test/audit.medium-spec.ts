import { randomUUID } from 'node:crypto';
import { listAudit, type PayloadOf, recordAction } from '@desk/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Accounts } from './accounts.js';

let accounts: Accounts;

beforeAll(async () => {
  accounts = await Accounts.start();
});
afterAll(() => accounts.stop());

it('what was done with another service is written down once, however often and under whatever key it is told', async () => {
  const userId = randomUUID();
  const told: PayloadOf<typeof recordAction> = {
    actionId: randomUUID(),
    action: 'delivery-resent',
    actorId: randomUUID(),
    userId,
    subject: { kind: 'delivery', id: randomUUID() },
    caller: { address: '203.0.113.9', userAgent: 'Mozilla/5.0' },
    at: '2026-01-05T14:30:00.000Z',
  };
  await Promise.all([1, 2, 3].map(() => accounts.publish(recordAction, told)));
  await accounts.publish(recordAction, { ...told, actionId: randomUUID(), at: '2026-01-05T14:31:00.000Z' });
  await accounts.queueIsEmpty();
  const { events, total } = await accounts.client.send(listAudit, { userId, page: 1, pageSize: 10 });
  expect(total).toBe(2);
  expect(events.toSorted((a, b) => a.at.localeCompare(b.at))).toMatchObject([
    {
      ...{ at: told.at, actorId: told.actorId, userId, action: 'delivery-resent', address: '203.0.113.9' },
      ...{ oldValue: null, newValue: { subject: told.subject } },
    },
    { at: '2026-01-05T14:31:00.000Z' },
  ]);
});
