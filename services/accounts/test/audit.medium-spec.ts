import { randomUUID } from 'node:crypto';
import { listAudit, type PayloadOf, recordAction } from '@desk/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AccountsHarness } from './accounts.harness.js';

let accounts: AccountsHarness;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
});
afterAll(() => accounts.stop());

it('records an action of another service once, whatever message ids repeat it', async () => {
  const userId = randomUUID();
  const action: PayloadOf<typeof recordAction> = {
    actionId: randomUUID(),
    action: 'delivery-resent',
    actorId: randomUUID(),
    userId,
    subject: { kind: 'delivery', id: randomUUID() },
    caller: { address: '203.0.113.9', userAgent: 'Mozilla/5.0' },
    at: '2026-01-05T14:30:00.000Z',
  };
  await Promise.all([1, 2, 3].map(() => accounts.publish(recordAction, action)));
  await accounts.publish(recordAction, { ...action, actionId: randomUUID(), at: '2026-01-05T14:31:00.000Z' });
  await accounts.waitUntilQueueIsEmpty();
  const { events, total } = await accounts.commands.send(listAudit, { userId, page: 1, pageSize: 10 });
  expect(total).toBe(2);
  expect(events.toSorted((a, b) => a.at.localeCompare(b.at))).toMatchObject([
    {
      ...{
        at: action.at,
        actorId: action.actorId,
        userId,
        action: 'delivery-resent',
        address: '203.0.113.9',
      },
      ...{ oldValue: null, newValue: { subject: action.subject } },
    },
    { at: '2026-01-05T14:31:00.000Z' },
  ]);
});
