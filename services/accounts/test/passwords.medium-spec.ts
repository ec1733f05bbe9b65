import { randomUUID } from 'node:crypto';
import { changePassword, endOtherSessions, requestPasswordReset } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashPassword } from '../src/credentials/passwords.js';
import { AccountsHarness, errorOf, newCaller, PASSWORD } from './accounts.harness.js';
import { EmailLinks } from './email-links.js';

const NEW_PASSWORD = 'amber lantern 77';
let accounts: AccountsHarness;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
});
afterAll(() => accounts.stop());

const change = (
  { userId, sid }: { userId: string; sid: string },
  { currentPassword = PASSWORD, password = NEW_PASSWORD, caller = newCaller() } = {},
) => accounts.commands.send(changePassword, { userId, sid, currentPassword, password, caller });

describe('changing the password', () => {
  it('ends all other sessions, emails the owner and adds an audit entry', async () => {
    const me = await accounts.registerAgent();
    const other = await accounts.signIn(me.email);
    await change(me, { caller: newCaller('198.51.100.9') });
    expect([await accounts.isActive(me.sid), await accounts.isActive(other)]).toEqual([true, false]);
    await expect(accounts.signIn(me.email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await accounts.isActive(await accounts.signIn(me.email, NEW_PASSWORD))).toBe(true);
    const mails = (await accounts.listPublished(me.userId)).filter(
      ({ name, payload }) => name === 'accounts.mail' && payload['kind'] === 'password-changed',
    );
    expect(mails).toMatchObject([
      { payload: { kind: 'password-changed', email: me.email, firstName: 'Ada', link: null } },
    ]);
    const entries = await accounts.listAuditEntries(me.userId);
    const changes = entries.filter(({ action }) => action === 'password-changed');
    expect(changes).toMatchObject([{ actor_id: me.userId, address: '198.51.100.9' }]);
    expect(JSON.stringify(entries)).not.toContain(NEW_PASSWORD);
  });

  it('revokes password-reset and email-change links sent earlier', async () => {
    const me = await accounts.registerAgent();
    await accounts.commands.send(requestPasswordReset, { email: me.email, caller: newCaller() });
    await new EmailLinks(accounts).requestChange(me, `new-${me.email}`);
    const readLinks = async () => [
      ...(await accounts.query('SELECT id FROM password_resets WHERE user_id = $1', [me.userId])),
      ...(await accounts.query('SELECT id FROM email_changes WHERE user_id = $1', [me.userId])),
    ];
    await eventually(async () => (await readLinks()).length === 2);
    await change(me);
    expect(await readLinks()).toEqual([]);
  });

  it('rejects a wrong current password and changes nothing', async () => {
    const me = await accounts.registerAgent();
    const other = await accounts.signIn(me.email);
    await expect(change(me, { currentPassword: 'not the password' })).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
      fields: [{ field: 'currentPassword' }],
    });
    expect([await accounts.isActive(me.sid), await accounts.isActive(other)]).toEqual([true, true]);
    expect(await accounts.isActive(await accounts.signIn(me.email))).toBe(true);
    expect(await accounts.listActions(me.userId)).toContain('password-change-failed');
  });

  it('rejects a common password or personal data without counting it as a sign-in attempt', async () => {
    const me = await accounts.registerAgent();
    const caller = newCaller();
    for (const password of [
      'password1',
      me.email,
      'qwerty123',
      '+12125550123',
      'letmein!!',
      'aaaaaaaa',
      'abc12345',
    ])
      await expect(change(me, { password, caller })).rejects.toMatchObject({
        code: 'COMMON_PASSWORD',
        fields: [{ field: 'password' }],
      });
    await change(me, { caller });
    expect(await accounts.listActions(me.userId)).not.toContain('password-change-failed');
  });

  it('shares its rate limit with sign-in', async () => {
    const me = await accounts.registerAgent();
    const caller = newCaller();
    const codes: unknown[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      codes.push(await errorOf(change(me, { currentPassword: `guess number ${guess}`, caller })));
    expect(codes).toEqual(Array(6).fill('WRONG_PASSWORD'));
    await accounts.prolongWaits();
    await expect(change(me, { caller })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(accounts.signIn(me.email, PASSWORD, caller)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });

  it('rejects unknown and disabled accounts', async () => {
    const me = await accounts.registerAgent();
    await accounts.query('UPDATE users SET disabled_at = now() WHERE id = $1', [me.userId]);
    await expect(change(me)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await expect(change({ ...me, userId: randomUUID() })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it('accepts one of two concurrent changes', async () => {
    const me = await accounts.registerAgent();
    const sids = [me.sid, await accounts.signIn(me.email)];
    const results = await Promise.allSettled(
      sids.map((sid, index) => change({ ...me, sid }, { password: `${NEW_PASSWORD} ${index}` })),
    );
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect(results[1 - winner]).toMatchObject({ status: 'rejected', reason: { code: 'WRONG_PASSWORD' } });
    expect(await Promise.all(sids.map((sid) => accounts.isActive(sid)))).toEqual([
      winner === 0,
      winner === 1,
    ]);
    expect(await accounts.isActive(await accounts.signIn(me.email, `${NEW_PASSWORD} ${winner}`))).toBe(true);
  });
});

describe('signing in with the old password', () => {
  it('creates no session if the password changes during the password check', async () => {
    const me = await accounts.registerAgent();
    const passwordHash = await hashPassword(NEW_PASSWORD);
    const connection = await accounts.pool.connect();
    try {
      await connection.query('BEGIN');
      await connection.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [me.userId]);
      const signingIn = accounts.signIn(me.email).catch((error: unknown) => error);
      await accounts.waitForBlockedStatement();
      await connection.query('UPDATE users SET password = $2 WHERE id = $1', [me.userId, passwordHash]);
      await connection.query('COMMIT');
      expect(await signingIn).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    } finally {
      connection.release();
    }
    const request = { userId: me.userId, sid: me.sid, caller: newCaller() };
    expect(await accounts.commands.send(endOtherSessions, request)).toEqual({ ended: 0 });
    expect(await accounts.listActions(me.userId)).toEqual(['registered', 'sign-in-failed']);
  });
});
