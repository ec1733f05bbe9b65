import { randomUUID } from 'node:crypto';
import {
  listAllIntegrationRequests,
  listIntegrationRequests,
  requestIntegration,
  type RequestOf,
  resolveIntegrationRequest,
} from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Accounts, from } from './accounts.js';

type Asked = RequestOf<typeof listAllIntegrationRequests>;

let accounts: Accounts;

beforeAll(async () => {
  accounts = await Accounts.start();
});
afterAll(() => accounts.stop());

const actorId = randomUUID();
const request = (userId: string, integrationType: 'sms' | 'slack' | 'other' = 'slack') =>
  accounts.client.send(requestIntegration, { userId, integrationType, caller: from() });
const settle = (requestId: string, status: 'completed' | 'declined', caller = from()) =>
  accounts.client.send(resolveIntegrationRequest, { requestId, status, actorId, caller });
const walk = async (status: Asked['status'], limit: number) => {
  const ask = (after: Asked['after']) =>
    accounts.client.send(listAllIntegrationRequests, { status, after, limit });
  const pages = [await ask(null)];
  for (let next = pages[0]!.next; next; next = pages.at(-1)!.next) pages.push(await ask(next));
  return pages.map(({ requests }) => requests);
};

describe('an integration request', () => {
  it.each(['completed', 'declined'] as const)(
    'is %s by an admin, once, and the user sees it',
    async (status) => {
      const { userId } = await accounts.agent();
      const { id } = await request(userId);
      const settled = await settle(id, status, from('198.51.100.9'));
      expect(settled).toMatchObject({ id, integrationType: 'slack', status });
      for (const again of ['completed', 'declined'] as const)
        await expect(settle(id, again)).rejects.toMatchObject({ code: 'INTEGRATION_REQUEST_RESOLVED' });
      const { requests } = await accounts.client.send(listIntegrationRequests, { userId });
      expect(requests).toEqual([settled]);
      const entries = await accounts.audited(userId);
      expect(entries.filter(({ action }) => action === 'integration-settled')).toMatchObject([
        {
          actor_id: actorId,
          address: '198.51.100.9',
          old_value: { requestId: id, status: 'pending' },
          new_value: { requestId: id, status },
        },
      ]);
    },
  );

  it('may be made again when it is settled; one of a kind is open at a time as before', async () => {
    const { userId } = await accounts.agent();
    const { id } = await request(userId);
    await expect(request(userId)).rejects.toMatchObject({ code: 'INTEGRATION_ALREADY_REQUESTED' });
    await settle(id, 'declined');
    await request(userId);
    await expect(request(userId)).rejects.toMatchObject({ code: 'INTEGRATION_ALREADY_REQUESTED' });
    const { requests } = await accounts.client.send(listIntegrationRequests, { userId });
    expect(requests.map(({ status }) => status)).toEqual(['pending', 'declined']);
  });

  it('is settled one way when two admins settle it at the same moment', async () => {
    const { userId } = await accounts.agent();
    const { id } = await request(userId);
    const answers = await Promise.allSettled([settle(id, 'completed'), settle(id, 'declined')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'INTEGRATION_REQUEST_RESOLVED' },
    });
  });

  it('that nobody made is not found, and no other state is kept', async () => {
    await expect(settle(randomUUID(), 'completed')).rejects.toMatchObject({
      code: 'INTEGRATION_REQUEST_NOT_FOUND',
    });
    const { userId } = await accounts.agent();
    const { id } = await request(userId);
    await expect(
      accounts.query("UPDATE integration_requests SET status = 'done' WHERE id = $1", [id]),
    ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('all integration requests', () => {
  it('come page by page, the newest first, with who made them, also within one millisecond', async () => {
    const { userId, email } = await accounts.agent({ firstName: 'Grace', phone: '+12125550199' });
    await accounts.query('DELETE FROM integration_requests');
    const micros = ['000001', '500000', '123000', '123001', '123499', '123002', '200000'];
    for (const [index, fraction] of micros.entries())
      await accounts.query(
        `INSERT INTO integration_requests (id, user_id, integration_type, status, created_at)
         VALUES ($1, $2, 'sms', $3, $4)`,
        [
          randomUUID(),
          userId,
          ['pending', 'completed', 'declined'][Math.min(index, 2)],
          `2026-01-05T14:30:00.${fraction}Z`,
        ],
      );
    const pages = await walk(null, 2);
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
    const seen = pages.flat();
    expect(new Set(seen.map(({ id }) => id)).size).toBe(7);
    expect(seen.map(({ createdAt }) => createdAt.slice(20, 23))).toEqual([
      ...['500', '200', '123', '123', '123', '123', '000'],
    ]);
    const user = { id: userId, firstName: 'Grace', lastName: 'Agent', email, phone: '+12125550199' };
    expect(seen[0]).toMatchObject({ integrationType: 'sms', status: 'completed', user });
    expect((await walk('declined', 2)).flat().map(({ status }) => status)).toEqual(Array(5).fill('declined'));
    expect((await walk('pending', 2)).flat()).toHaveLength(1);
  });
});
