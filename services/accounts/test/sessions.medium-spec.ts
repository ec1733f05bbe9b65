import { endOtherSessions, endSession, listSessions, resolveSession } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, newCaller, PASSWORD } from './accounts.harness.js';

let accounts: AccountsHarness;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
});
afterAll(() => accounts.stop());

const list = async (userId: string, sid: string) =>
  (await accounts.commands.send(listSessions, { userId, sid })).sessions;
/** Moves the last use of a session into the past. */
const setMinutesSinceUse = (sid: string, minutes: number) =>
  accounts.query(
    `UPDATE sessions
        SET sess = (sess::jsonb || jsonb_build_object('lastUsedAt', now() - $2 * interval '1 minute'))::json,
            expire = expire - $2 * interval '1 minute' WHERE sid = $1`,
    [sid, minutes],
  );

describe('the list of sessions', () => {
  it("returns only the user's own sessions, with device and times, and reveals no session id", async () => {
    const { userId, email, sid } = await accounts.registerAgent();
    const phone = await accounts.signIn(email, PASSWORD, newCaller('198.51.100.7', 'Phone'));
    const tablet = await accounts.signIn(email, PASSWORD, newCaller('198.51.100.8', 'Tablet'));
    const stranger = await accounts.registerAgent();
    await setMinutesSinceUse(phone, 30);
    const sessions = await list(userId, sid);
    expect(sessions.map(({ userAgent, current }) => [userAgent, current])).toEqual([
      ['Mozilla/5.0', true],
      ['Tablet', false],
      ['Phone', false],
    ]);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(3);
    for (const secret of [sid, phone, tablet, stranger.sid])
      expect(JSON.stringify(sessions)).not.toContain(secret);
    for (const { beganAt, lastUsedAt } of sessions) {
      expect(Math.abs(Date.parse(beganAt!) - Date.now())).toBeLessThan(60_000);
      expect(Date.parse(lastUsedAt)).toBeLessThanOrEqual(Date.now());
    }
    expect(Date.parse(sessions[2]!.lastUsedAt)).toBeLessThan(Date.now() - 29 * 60_000);
    expect(await list(userId, tablet)).toMatchObject([{ userAgent: 'Tablet', current: true }, {}, {}]);
  });

  it('leaves out expired sessions', async () => {
    const { userId, email, sid } = await accounts.registerAgent();
    const expired = await accounts.signIn(email);
    await accounts.query("UPDATE sessions SET expire = now() - interval '1 s' WHERE sid = $1", [expired]);
    expect(await list(userId, sid)).toHaveLength(1);
  });
});

describe('resolving a session', () => {
  const readStored = async (sid: string) =>
    (await accounts.query('SELECT sess::text, expire FROM sessions WHERE sid = $1', [sid]))[0];

  it('does not extend the session if the request is passive', async () => {
    const { userId, sid } = await accounts.registerAgent();
    await setMinutesSinceUse(sid, 30);
    const before = await readStored(sid);
    const { user } = await accounts.commands.send(resolveSession, { sid, passive: true });
    expect(user).toMatchObject({ id: userId });
    expect(await readStored(sid)).toEqual(before);
    await accounts.query("UPDATE sessions SET expire = now() - interval '1 s' WHERE sid = $1", [sid]);
    expect(await accounts.commands.send(resolveSession, { sid, passive: true })).toMatchObject({
      user: null,
    });
  });

  it('extends the session and updates its last use, at most once a minute', async () => {
    const { userId, sid } = await accounts.registerAgent();
    await setMinutesSinceUse(sid, 30);
    expect(await accounts.isActive(sid)).toBe(true);
    const [session] = await list(userId, sid);
    expect(Date.parse(session!.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
    const [row] = await accounts.query<{ hours: number }>(
      'SELECT extract(epoch FROM expire - now())::float8 / 3600 AS hours FROM sessions WHERE sid = $1',
      [sid],
    );
    expect(row!.hours).toBeGreaterThan(167.9);
    const extended = await readStored(sid);
    expect(await accounts.isActive(sid)).toBe(true);
    expect(await readStored(sid)).toEqual(extended);
  });
});

describe('ending one session', () => {
  it('ends the listed session, never the current one or that of another user', async () => {
    const { userId, email, sid } = await accounts.registerAgent();
    const [first, second] = [await accounts.signIn(email), await accounts.signIn(email)];
    const stranger = await accounts.registerAgent();
    const caller = newCaller('198.51.100.9');
    const end = (id: string) => accounts.commands.send(endSession, { userId, sid, id, caller });
    const publicIdOf = async (of: { userId: string; sid: string }) =>
      (await list(of.userId, of.sid)).find(({ current }) => current)?.id ?? '';
    const firstId = await publicIdOf({ userId, sid: first });
    expect(await end(await publicIdOf({ userId, sid }))).toEqual({ ended: 0 });
    expect(await end(await publicIdOf(stranger))).toEqual({ ended: 0 });
    expect(await end('unknown')).toEqual({ ended: 0 });
    expect(await end(firstId)).toEqual({ ended: 1 });
    expect(await end(firstId)).toEqual({ ended: 0 });
    const active = await Promise.all([sid, first, second, stranger.sid].map((id) => accounts.isActive(id)));
    expect(active).toEqual([true, false, true, true]);
    const entries = await accounts.listAuditEntries(userId);
    expect(entries.filter(({ action }) => action === 'sessions-ended')).toMatchObject([
      { actor_id: userId, address: '198.51.100.9', new_value: { ended: 1 } },
    ]);
  });
});

describe('ending the other sessions', () => {
  it("keeps the current session and other users' sessions, and adds an audit entry", async () => {
    const { userId, email, sid } = await accounts.registerAgent();
    const others = [await accounts.signIn(email), await accounts.signIn(email), await accounts.signIn(email)];
    const stranger = await accounts.registerAgent();
    await accounts.query("UPDATE sessions SET expire = now() - interval '1 s' WHERE sid = $1", [others[2]]);
    const caller = newCaller('198.51.100.9');
    const endOthers = () => accounts.commands.send(endOtherSessions, { userId, sid, caller });
    expect(await endOthers()).toEqual({ ended: 2 });
    const active = await Promise.all([sid, stranger.sid, ...others].map((id) => accounts.isActive(id)));
    expect(active).toEqual([true, true, false, false, false]);
    expect(await endOthers()).toEqual({ ended: 0 });
    const entries = await accounts.listAuditEntries(userId);
    expect(entries.filter(({ action }) => action === 'sessions-ended')).toMatchObject([
      { actor_id: userId, address: '198.51.100.9', new_value: { ended: 2 } },
    ]);
  });
});
