import { randomUUID } from 'node:crypto';
import {
  channelChanged,
  listAllIntegrationRequests,
  listIntegrationRequests,
  requestIntegration,
  type RequestOf,
  resolveIntegrationRequest,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, newCaller } from './accounts.harness.js';

type ListQuery = RequestOf<typeof listAllIntegrationRequests>;

let accounts: AccountsHarness;
let actorId: string;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  actorId = await accounts.createAdmin();
});
afterAll(() => accounts.stop());

const REASON = 'We cannot reach this CRM.';
const request = (userId: string, integrationType: 'sms' | 'slack' | 'other' = 'other') =>
  accounts.commands.send(requestIntegration, { userId, integrationType, caller: newCaller() });
const resolve = (requestId: string, status: 'completed' | 'declined', caller = newCaller()) =>
  accounts.commands.send(resolveIntegrationRequest, {
    requestId,
    status,
    actorId,
    caller,
    ...(status === 'declined' ? { reason: REASON } : {}),
  });
const listResolutions = async (userId: string) =>
  (await accounts.listPublished(userId)).filter(({ name }) => name === 'accounts.integration-resolved');
const readAllPages = async (status: ListQuery['status'], limit: number) => {
  const readPage = (after: ListQuery['after']) =>
    accounts.commands.send(listAllIntegrationRequests, { actorId, status, after, limit });
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
      expect(resolved).toMatchObject({ id, integrationType: 'other', status });
      const reason = status === 'declined' ? REASON : null;
      expect(resolved.declineReason).toBe(reason);
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
          new_value: { requestId: id, status, ...(reason === null ? {} : { declineReason: REASON }) },
        },
      ]);
      // Each is published once, so each is mailed once.
      expect(await listResolutions(userId)).toMatchObject([{ payload: { requestId: id, status, reason } }]);
    },
  );

  it('is published once, for the team', async () => {
    const { userId, email } = await accounts.registerAgent({ firstName: 'Grace', phone: '+12125550199' });
    const results = await Promise.allSettled([1, 2, 3].map(() => request(userId, 'sms')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const published = await accounts.listPublished(userId);
    expect(published.filter(({ name }) => name === 'accounts.integration-requested')).toMatchObject([
      {
        payload: {
          integrationType: 'sms',
          source: 'integrations-page',
          details: null,
          firstName: 'Grace',
          email,
          phone: '+12125550199',
        },
      },
    ]);
  });

  it('becomes active with its channel only, if it is for SMS or Slack', async () => {
    const { userId } = await accounts.registerAgent();
    const { id } = await request(userId, 'slack');
    await expect(resolve(id, 'completed')).rejects.toMatchObject({ code: 'INTEGRATION_NOT_SET_UP' });
    const change = {
      channelId: randomUUID(),
      userId,
      kind: 'slack',
      disabledReason: null,
      isSetUp: false,
    } as const;
    const changes = [
      { kind: 'sms', state: 'active' },
      { kind: 'slack', state: 'paused' },
    ] as const;
    for (const other of changes)
      await accounts.publish(channelChanged, { ...change, ...other, at: new Date().toISOString() });
    await accounts.waitForEmptyQueue();
    const list = async () =>
      (await accounts.commands.send(listIntegrationRequests, { userId })).requests.map(
        ({ status }) => status,
      );
    expect(await list()).toEqual(['pending']);
    for (let repetition = 0; repetition < 2; repetition += 1)
      await accounts.publish(channelChanged, { ...change, state: 'active', at: new Date().toISOString() });
    await eventually(async () => (await list())[0] === 'completed');
    await accounts.waitForEmptyQueue();
    expect(await listResolutions(userId)).toMatchObject([
      { payload: { requestId: id, status: 'completed' } },
    ]);
    const entries = await accounts.listAuditEntries(userId);
    expect(entries.filter(({ action }) => action === 'integration-resolved')).toMatchObject([
      { actor_id: null, new_value: { requestId: id, integrationType: 'slack', status: 'completed' } },
    ]);
  });

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
