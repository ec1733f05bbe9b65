import { randomUUID } from 'node:crypto';
import {
  listAllIntegrationRequests,
  listIntegrationRequests,
  requestIntegration,
  type RequestOf,
  resolveIntegrationRequest,
} from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, newCaller } from './accounts.harness.js';

type ListQuery = RequestOf<typeof listAllIntegrationRequests>;

let accounts: AccountsHarness;
let actorId: string;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  const admin = await accounts.registerAgent();
  actorId = admin.userId;
  await accounts.query('UPDATE users SET is_admin = true WHERE id = $1', [actorId]);
});
afterAll(() => accounts.stop());

const request = (userId: string, integrationType: 'sms' | 'slack' | 'other' = 'slack') =>
  accounts.commands.send(requestIntegration, { userId, integrationType, caller: newCaller() });
const resolve = (requestId: string, status: 'completed' | 'declined', caller = newCaller()) =>
  accounts.commands.send(resolveIntegrationRequest, { requestId, status, actorId, caller });
const readAllPages = async (status: ListQuery['status'], limit: number) => {
  const readPage = (after: ListQuery['after']) =>
    accounts.commands.send(listAllIntegrationRequests, { status, after, limit });
  const pages = [await readPage(null)];
  for (let next = pages[0]!.next; next; next = pages.at(-1)!.next) pages.push(await readPage(next));
  return pages.map(({ requests }) => requests);
};

describe('an integration request', () => {
  it.each(['completed', 'declined'] as const)(
    'becomes %s once and shows the new status to its user',
    async (status) => {
      const { userId } = await accounts.registerAgent();
      const { id } = await request(userId);
      const resolved = await resolve(id, status, newCaller('198.51.100.9'));
      expect(resolved).toMatchObject({ id, integrationType: 'slack', status });
      for (const repeated of ['completed', 'declined'] as const)
        await expect(resolve(id, repeated)).rejects.toMatchObject({ code: 'INTEGRATION_REQUEST_RESOLVED' });
      const { requests } = await accounts.commands.send(listIntegrationRequests, { userId });
      expect(requests).toEqual([resolved]);
      const entries = await accounts.listAuditEntries(userId);
      expect(entries.filter(({ action }) => action === 'integration-resolved')).toMatchObject([
        {
          actor_id: actorId,
          address: '198.51.100.9',
          old_value: { requestId: id, status: 'pending' },
          new_value: { requestId: id, status },
        },
      ]);
    },
  );

  it('can be repeated after it was resolved, but not while it is pending', async () => {
    const { userId } = await accounts.registerAgent();
    const { id } = await request(userId);
    await expect(request(userId)).rejects.toMatchObject({ code: 'INTEGRATION_ALREADY_REQUESTED' });
    await resolve(id, 'declined');
    await request(userId);
    await expect(request(userId)).rejects.toMatchObject({ code: 'INTEGRATION_ALREADY_REQUESTED' });
    const { requests } = await accounts.commands.send(listIntegrationRequests, { userId });
    expect(requests.map(({ status }) => status)).toEqual(['pending', 'declined']);
  });

  it('accepts one of two concurrent resolutions', async () => {
    const { userId } = await accounts.registerAgent();
    const { id } = await request(userId);
    const results = await Promise.allSettled([resolve(id, 'completed'), resolve(id, 'declined')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'INTEGRATION_REQUEST_RESOLVED' },
    });
  });

  it('rejects an unknown id', async () => {
    await expect(resolve(randomUUID(), 'completed')).rejects.toMatchObject({
      code: 'INTEGRATION_REQUEST_NOT_FOUND',
    });
  });

  it('cannot be stored with an unknown status', async () => {
    const { userId } = await accounts.registerAgent();
    const { id } = await request(userId);
    await expect(
      accounts.query("UPDATE integration_requests SET status = 'done' WHERE id = $1", [id]),
    ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('the list of all integration requests', () => {
  it('pages newest first without gaps, even within one millisecond, and includes the user', async () => {
    const { userId, email } = await accounts.registerAgent({ firstName: 'Grace', phone: '+12125550199' });
    await accounts.query('DELETE FROM integration_requests');
    const microseconds = ['000001', '500000', '123000', '123001', '123499', '123002', '200000'];
    for (const [index, fraction] of microseconds.entries())
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
    const pages = await readAllPages(null, 2);
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
    const requests = pages.flat();
    expect(new Set(requests.map(({ id }) => id)).size).toBe(7);
    expect(requests.map(({ createdAt }) => createdAt.slice(20, 23))).toEqual([
      ...['500', '200', '123', '123', '123', '123', '000'],
    ]);
    const user = { id: userId, firstName: 'Grace', lastName: 'Agent', email, phone: '+12125550199' };
    expect(requests[0]).toMatchObject({ integrationType: 'sms', status: 'completed', user });
    const declined = (await readAllPages('declined', 2)).flat();
    expect(declined.map(({ status }) => status)).toEqual(Array(5).fill('declined'));
    expect((await readAllPages('pending', 2)).flat()).toHaveLength(1);
  });
});
