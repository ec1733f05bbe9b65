import { randomUUID } from 'node:crypto';
import {
  changePassword,
  changeProfile,
  endOtherSessions,
  requestPasswordReset,
  resolveSession,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashPassword } from '../src/sign-in/passwords.js';
import { Accounts, from, PASSWORD } from './accounts.js';

const NEW = 'amber lantern 77';
let accounts: Accounts;

beforeAll(async () => {
  accounts = await Accounts.start();
});
afterAll(() => accounts.stop());

const isOpen = async (sid: string) => (await accounts.client.send(resolveSession, { sid })).user !== null;
const change = (
  { userId, sid }: { userId: string; sid: string },
  { currentPassword = PASSWORD, password = NEW, caller = from() } = {},
) => accounts.client.send(changePassword, { userId, sid, currentPassword, password, caller });
const actions = async (userId: string) => (await accounts.audited(userId)).map(({ action }) => action);

describe('changing the password', () => {
  it('ends all other sessions, tells the owner, and is in the audit log', async () => {
    const me = await accounts.agent();
    const other = await accounts.signIn(me.email);
    await change(me, { caller: from('198.51.100.9') });
    expect([await isOpen(me.sid), await isOpen(other)]).toEqual([true, false]);
    await expect(accounts.signIn(me.email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await isOpen(await accounts.signIn(me.email, NEW))).toBe(true);
    const mails = (await accounts.told(me.userId)).filter(({ name }) => name === 'accounts.mail');
    expect(mails).toMatchObject([
      { payload: { kind: 'password-changed', email: me.email, firstName: 'Ada', link: null } },
    ]);
    const entries = await accounts.audited(me.userId);
    const changes = entries.filter(({ action }) => action === 'password-changed');
    expect(changes).toMatchObject([{ actor_id: me.userId, address: '198.51.100.9' }]);
    expect(JSON.stringify(entries)).not.toContain(NEW);
  });

  it('makes worthless what was mailed before', async () => {
    const me = await accounts.agent();
    await accounts.client.send(requestPasswordReset, { email: me.email, caller: from() });
    await accounts.client.send(changeProfile, {
      ...{ userId: me.userId, firstName: 'Ada', lastName: 'Agent', phone: '+12125550123' },
      ...{ email: `new-${me.email}`, companyName: null, caller: from() },
    });
    const links = async () => [
      ...(await accounts.query('SELECT id FROM password_resets WHERE user_id = $1', [me.userId])),
      ...(await accounts.query('SELECT id FROM email_changes WHERE user_id = $1', [me.userId])),
    ];
    await eventually(async () => (await links()).length === 2);
    await change(me);
    expect(await links()).toEqual([]);
  });

  it('is refused with a wrong current password, and nothing changes', async () => {
    const me = await accounts.agent();
    const other = await accounts.signIn(me.email);
    await expect(change(me, { currentPassword: 'not the password' })).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
      fields: [{ field: 'currentPassword' }],
    });
    expect([await isOpen(me.sid), await isOpen(other)]).toEqual([true, true]);
    expect(await isOpen(await accounts.signIn(me.email))).toBe(true);
    expect(await actions(me.userId)).toContain('password-change-failed');
  });

  it('is refused with a common password or the own address, which counts as no guess', async () => {
    const me = await accounts.agent();
    const caller = from();
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
    expect(await actions(me.userId)).not.toContain('password-change-failed');
  });

  it('is slowed down as the sign-in is, and the sign-in with it', async () => {
    const me = await accounts.agent();
    const caller = from();
    const codes: string[] = [];
    for (let guess = 0; guess < 8; guess += 1)
      await change(me, { currentPassword: `guess number ${guess}`, caller }).catch((error: unknown) =>
        codes.push((error as { code: string }).code),
      );
    expect(codes.slice(0, 6)).toEqual(Array(6).fill('WRONG_PASSWORD'));
    expect(codes).toContain('TOO_MANY_REQUESTS');
    await expect(change(me, { caller })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(accounts.signIn(me.email, PASSWORD, caller)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });

  it('is refused for nobody and for a disabled account', async () => {
    const me = await accounts.agent();
    await accounts.query('UPDATE users SET disabled_at = now() WHERE id = $1', [me.userId]);
    await expect(change(me)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await expect(change({ ...me, userId: randomUUID() })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it('happens once when it is asked for twice at the same moment', async () => {
    const me = await accounts.agent();
    const sids = [me.sid, await accounts.signIn(me.email)];
    const answers = await Promise.allSettled(
      sids.map((sid, index) => change({ ...me, sid }, { password: `${NEW} ${index}` })),
    );
    const winner = answers.findIndex(({ status }) => status === 'fulfilled');
    expect(answers[1 - winner]).toMatchObject({ status: 'rejected', reason: { code: 'WRONG_PASSWORD' } });
    expect(await Promise.all(sids.map(isOpen))).toEqual([winner === 0, winner === 1]);
    expect(await isOpen(await accounts.signIn(me.email, `${NEW} ${winner}`))).toBe(true);
  });
});

describe('a sign-in with the old password', () => {
  it('opens no session when the password changes while it is compared', async () => {
    const me = await accounts.agent();
    const hashed = await hashPassword(NEW);
    const changing = await accounts.pool.connect();
    try {
      await changing.query('BEGIN');
      await changing.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [me.userId]);
      const signingIn = accounts.signIn(me.email).catch((error: unknown) => error);
      await accounts.someoneWaits();
      await changing.query('UPDATE users SET password = $2 WHERE id = $1', [me.userId, hashed]);
      await changing.query('COMMIT');
      expect(await signingIn).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    } finally {
      changing.release();
    }
    const ended = { userId: me.userId, sid: me.sid, caller: from() };
    expect(await accounts.client.send(endOtherSessions, ended)).toEqual({ ended: 0 });
    expect(await actions(me.userId)).toEqual(['registered', 'sign-in-failed']);
  });
});
