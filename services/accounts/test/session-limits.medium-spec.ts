import { endAllSessions, listUsers, signIn } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, errorOf, newCaller, PASSWORD } from './accounts.harness.js';
import { addApp } from './second-factor.helpers.js';

let accounts: AccountsHarness;

beforeAll(async () => {
  accounts = await AccountsHarness.start({ REQUIRE_ADMIN_SECOND_FACTOR: 'true' });
});
afterAll(() => accounts.stop());

const makeAdmin = (userId: string) =>
  accounts.query('UPDATE users SET is_admin = true WHERE id = $1', [userId]);
const countNewDeviceMails = async (userId: string) =>
  (await accounts.listMailKinds(userId)).filter((kind) => kind === 'new-device').length;

describe('an admin', () => {
  it('has sessions of at most 12 hours, also those that began before', async () => {
    const agent = await accounts.registerAgent();
    await makeAdmin(agent.userId);
    const { session } = await accounts.commands.send(signIn, {
      email: agent.email,
      password: PASSWORD,
      caller: newCaller(),
    });
    const hours = (Date.parse(session!.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
    const began = (sid: string, hoursAgo: number) =>
      accounts.query(
        `UPDATE sessions SET sess = (sess::jsonb || jsonb_build_object('beganAt', now() - $2 * interval '1 hour'))::json
          WHERE sid = $1`,
        [sid, hoursAgo],
      );
    await began(agent.sid, 11.9);
    expect(await accounts.isActive(agent.sid)).toBe(true);
    await began(agent.sid, 12.1);
    expect(await accounts.isActive(agent.sid)).toBe(false);
  });

  it('cannot list users before adding a second factor, not even by a command to accounts', async () => {
    const agent = await accounts.registerAgent();
    const list = () =>
      errorOf(
        accounts.commands.send(listUsers, { actorId: agent.userId, search: null, page: 1, pageSize: 10 }),
      );
    expect(await list()).toBe('FORBIDDEN');
    await makeAdmin(agent.userId);
    expect(await list()).toBe('SECOND_FACTOR_REQUIRED');
    expect(await accounts.getUser(agent.sid)).toMatchObject({ secondFactorRequired: true });
    await addApp(accounts, agent);
    expect(await list()).toBeUndefined();
    expect(await accounts.getUser(agent.sid)).not.toHaveProperty('secondFactorRequired');
  });
});

describe('signing out everywhere', () => {
  it("ends all of the user's sessions and no other", async () => {
    const agent = await accounts.registerAgent();
    const other = await accounts.signIn(agent.email);
    const stranger = await accounts.registerAgent();
    const { ended } = await accounts.commands.send(endAllSessions, {
      userId: agent.userId,
      caller: newCaller(),
    });
    expect(ended).toBe(2);
    const sids = [agent.sid, other, stranger.sid];
    expect(await Promise.all(sids.map((sid) => accounts.isActive(sid)))).toEqual([false, false, true]);
  });
});

describe('a sign-in from a new device', () => {
  const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0 Safari/537.36';

  it('warns the owner once for each device, and not about the device of the registration', async () => {
    const agent = await accounts.registerAgent();
    const [{ address } = { address: '' }] = await accounts.query<{ address: string }>(
      `SELECT address FROM audit_events WHERE user_id = $1 AND action = 'registered'`,
      [agent.userId],
    );
    await accounts.signIn(agent.email, PASSWORD, newCaller(address));
    expect(await countNewDeviceMails(agent.userId)).toBe(0);
    const laptop = newCaller('203.0.113.9', CHROME);
    await accounts.signIn(agent.email, PASSWORD, laptop);
    await accounts.signIn(agent.email, PASSWORD, { ...laptop, address: '203.0.113.80' });
    expect(await countNewDeviceMails(agent.userId)).toBe(1);
    const [mail] = (await accounts.listPublished(agent.userId)).filter(
      ({ payload }) => payload['kind'] === 'new-device',
    );
    expect(mail?.payload).toMatchObject({
      email: agent.email,
      device: { name: 'Chrome on Windows', network: '203.0.113.x' },
    });
    await accounts.query(
      `UPDATE known_devices SET last_seen_at = now() - interval '61 days' WHERE user_id = $1`,
      [agent.userId],
    );
    await accounts.signIn(agent.email, PASSWORD, laptop);
    expect(await countNewDeviceMails(agent.userId)).toBe(2);
  });

  it('does not warn about failed sign-ins, and not without limit', async () => {
    const agent = await accounts.registerAgent();
    await errorOf(accounts.signIn(agent.email, 'not the password'));
    expect(await countNewDeviceMails(agent.userId)).toBe(0);
    for (let count = 0; count < 8; count += 1)
      await accounts.signIn(agent.email, PASSWORD, newCaller(`198.51.${count}.1`));
    const mails = await countNewDeviceMails(agent.userId);
    expect(mails).toBeGreaterThan(1);
    expect(mails).toBeLessThan(6);
  });

  it('does not warn at the first recorded sign-in of an account', async () => {
    const agent = await accounts.registerAgent();
    await accounts.query('DELETE FROM known_devices WHERE user_id = $1', [agent.userId]);
    await accounts.signIn(agent.email);
    expect(await countNewDeviceMails(agent.userId)).toBe(0);
  });
});
