import { randomUUID } from 'node:crypto';
import { endOtherSessions, listSessions, resolveSession } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Accounts, from, PASSWORD } from './accounts.js';

let accounts: Accounts;

beforeAll(async () => {
  accounts = await Accounts.start();
});
afterAll(() => accounts.stop());

const isOpen = async (sid: string) => (await accounts.client.send(resolveSession, { sid })).user !== null;
const list = async (userId: string, sid: string) =>
  (await accounts.client.send(listSessions, { userId, sid })).sessions;
/** Makes it look as if it had been used last so many minutes ago. */
const lastUsed = (sid: string, minutes: number) =>
  accounts.query(
    `UPDATE sessions
        SET sess = (sess::jsonb || jsonb_build_object('lastUsedAt', now() - $2 * interval '1 minute'))::json,
            expire = expire - $2 * interval '1 minute' WHERE sid = $1`,
    [sid, minutes],
  );

describe('the list of sessions', () => {
  it("names the user's own, with where and when, and gives none of them away", async () => {
    const { userId, email, sid } = await accounts.agent();
    const phone = await accounts.signIn(email, PASSWORD, from('198.51.100.7', 'Phone'));
    const tablet = await accounts.signIn(email, PASSWORD, from('198.51.100.8', 'Tablet'));
    const stranger = await accounts.agent();
    await lastUsed(phone, 30);
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

  it('leaves out those that have ended', async () => {
    const { userId, email, sid } = await accounts.agent();
    const old = await accounts.signIn(email);
    await accounts.query("UPDATE sessions SET expire = now() - interval '1 s' WHERE sid = $1", [old]);
    expect(await list(userId, sid)).toHaveLength(1);
  });

  it('shows those begun before any of this was kept', async () => {
    const { userId, sid } = await accounts.agent();
    const endsAt = new Date(Date.now() + 86_400_000 * 20).toISOString();
    await accounts.query(
      "INSERT INTO sessions (sid, sess, expire) VALUES ($1, $2, now() + interval '167 hours')",
      [randomUUID(), JSON.stringify({ userId, endsAt, userAgent: null })],
    );
    const [, old] = await list(userId, sid);
    expect(old).toMatchObject({ userAgent: null, beganAt: null, current: false });
    // It ends a week after its last use.
    expect(Math.abs(Date.parse(old!.lastUsedAt) - (Date.now() - 3_600_000))).toBeLessThan(60_000);
  });
});

describe('looking at a session', () => {
  const stored = async (sid: string) =>
    (await accounts.query('SELECT sess::text, expire FROM sessions WHERE sid = $1', [sid]))[0];

  it('is no use of it when it is passive', async () => {
    const { userId, sid } = await accounts.agent();
    await lastUsed(sid, 30);
    const before = await stored(sid);
    const { user } = await accounts.client.send(resolveSession, { sid, passive: true });
    expect(user).toMatchObject({ id: userId });
    expect(await stored(sid)).toEqual(before);
    await accounts.query("UPDATE sessions SET expire = now() - interval '1 s' WHERE sid = $1", [sid]);
    expect(await accounts.client.send(resolveSession, { sid, passive: true })).toEqual({ user: null });
  });

  it('is use of it otherwise: its end and its last use move on', async () => {
    const { userId, sid } = await accounts.agent();
    await lastUsed(sid, 30);
    expect(await isOpen(sid)).toBe(true);
    const [session] = await list(userId, sid);
    expect(Date.parse(session!.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
    const [row] = await accounts.query<{ hours: number }>(
      'SELECT extract(epoch FROM expire - now())::float8 / 3600 AS hours FROM sessions WHERE sid = $1',
      [sid],
    );
    expect(row!.hours).toBeGreaterThan(167.9);
    const moved = await stored(sid);
    expect(await isOpen(sid)).toBe(true);
    expect(await stored(sid)).toEqual(moved);
  });
});

describe('ending the other sessions', () => {
  it('leaves the own one and those of others, says how many, and is in the audit log', async () => {
    const { userId, email, sid } = await accounts.agent();
    const others = [await accounts.signIn(email), await accounts.signIn(email), await accounts.signIn(email)];
    const stranger = await accounts.agent();
    await accounts.query("UPDATE sessions SET expire = now() - interval '1 s' WHERE sid = $1", [others[2]]);
    const caller = from('198.51.100.9');
    const end = () => accounts.client.send(endOtherSessions, { userId, sid, caller });
    expect(await end()).toEqual({ ended: 2 });
    expect(await Promise.all([sid, stranger.sid, ...others].map(isOpen))).toEqual([
      ...[true, true],
      ...[false, false, false],
    ]);
    expect(await end()).toEqual({ ended: 0 });
    const entries = await accounts.audited(userId);
    expect(entries.filter(({ action }) => action === 'sessions-ended')).toMatchObject([
      { actor_id: userId, address: '198.51.100.9', new_value: { ended: 2 } },
    ]);
  });
});
