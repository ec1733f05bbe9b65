import { createHash, randomUUID } from 'node:crypto';
import {
  changePassword,
  completeSignIn,
  completeSignUp,
  signIn,
  signInWithPasskey,
  startPasskeySignIn,
} from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, errorOf, newCaller, PASSWORD } from './accounts.harness.js';
import {
  addApp,
  addPasskey,
  codeOf,
  enterCode,
  enterPassword,
  forgetUsedCodes,
} from './second-factor.helpers.js';
import { SoftwareAuthenticator } from '@desk/testing';

let accounts: AccountsHarness;

beforeAll(async () => {
  accounts = await AccountsHarness.start({ REQUIRE_ADMIN_SECOND_FACTOR: 'true' });
});
afterAll(() => accounts.stop());

describe('a sign-in', () => {
  it('answers user and session without a second factor, and a challenge with one', async () => {
    const agent = await accounts.registerAgent();
    const { email } = agent;
    const request = { email, password: PASSWORD, caller: newCaller() };
    const plain = await accounts.commands.send(signIn, request);
    expect(plain.user).toMatchObject({ email });
    expect(await accounts.isActive(plain.session!.sid)).toBe(true);
    expect(plain).not.toHaveProperty('secondFactor');
    await addApp(accounts, agent);
    const answer = await accounts.commands.send(signIn, request);
    expect(answer).toMatchObject({
      secondFactor: { methods: ['app', 'recovery-code'], passkeyOptions: null },
    });
    expect(Object.keys(answer)).toEqual(['secondFactor']);
  });

  it('ends the session it came with, and no other', async () => {
    const agent = await accounts.registerAgent();
    const other = await accounts.signIn(agent.email);
    const request = { email: agent.email, password: PASSWORD, caller: newCaller() };
    const { session } = await accounts.commands.send(signIn, { ...request, replacedSid: agent.sid });
    const sids = [agent.sid, other, session!.sid];
    expect(await Promise.all(sids.map((sid) => accounts.isActive(sid)))).toEqual([false, true, true]);
    expect((await accounts.listActions(agent.userId)).slice(-2).toSorted()).toEqual([
      'signed-in',
      'signed-out',
    ]);
    const wrong = { ...request, password: 'not the password', replacedSid: other };
    expect(await errorOf(accounts.commands.send(signIn, wrong))).toBe('INVALID_CREDENTIALS');
    expect(await accounts.isActive(other)).toBe(true);
  });

  it('ends the session that a registration came with', async () => {
    const agent = await accounts.registerAgent();
    await accounts.registerAgent({ replacedSid: agent.sid });
    expect(await accounts.isActive(agent.sid)).toBe(false);
  });

  it('is not possible by completing a sign-up again, once there is a second factor', async () => {
    const agent = await accounts.registerAgent();
    await addApp(accounts, agent);
    const sessionId = 'a'.repeat(43);
    await accounts.query(
      `INSERT INTO sign_up_drafts (id, session_hash, current_step, reserved_user_id, user_id, completed_at)
       VALUES ($1, $2, 'security', $3, $3, now())`,
      [randomUUID(), createHash('sha256').update(sessionId).digest('hex'), agent.userId],
    );
    const { email } = agent;
    const person = { firstName: 'Ada', lastName: 'Agent', companyName: null, email, phone: '+12125550123' };
    const request = { ...person, sessionId, setupIntentId: 'seti_1', password: PASSWORD, dailyLeadLimit: 5 };
    expect(await errorOf(accounts.commands.send(completeSignUp, { ...request, caller: newCaller() }))).toBe(
      'DRAFT_NOT_FOUND',
    );
  });
});

describe('the second step', () => {
  it('accepts a code once, also when two copies get it at the same time', async () => {
    const agent = await accounts.registerAgent();
    const { secret } = await addApp(accounts, agent);
    const challenges = [];
    for (let count = 0; count < 4; count += 1) challenges.push(await enterPassword(accounts, agent.email));
    const code = codeOf(secret);
    const errors = await Promise.all(
      challenges.map(({ token }) => errorOf(enterCode(accounts, token, code))),
    );
    expect(errors.toSorted()).toEqual(['WRONG_CODE', 'WRONG_CODE', 'WRONG_CODE', undefined]);
    const { token } = await enterPassword(accounts, agent.email);
    expect(await errorOf(enterCode(accounts, token, code))).toBe('WRONG_CODE');
    expect(await errorOf(enterCode(accounts, token, codeOf(secret, -1)))).toBe('WRONG_CODE');
    expect(await errorOf(enterCode(accounts, token, codeOf(secret, 1)))).toBeUndefined();
    expect(await accounts.listActions(agent.userId)).toContain('second-factor-failed');
  });

  it('accepts a recovery code once, also when two copies get it at the same time', async () => {
    const agent = await accounts.registerAgent();
    const { recoveryCodes } = await addApp(accounts, agent);
    const challenges = [];
    for (let count = 0; count < 4; count += 1) challenges.push(await enterPassword(accounts, agent.email));
    const recoveryCode = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ');
    const errors = await Promise.all(
      challenges.map(({ token }) =>
        errorOf(accounts.commands.send(completeSignIn, { token, recoveryCode, caller: newCaller() })),
      ),
    );
    expect(errors.toSorted()).toEqual(['WRONG_CODE', 'WRONG_CODE', 'WRONG_CODE', undefined]);
    const mailKinds = await accounts.listMailKinds(agent.userId);
    expect(mailKinds.filter((kind) => kind === 'recovery-code-used')).toHaveLength(1);
  });

  it('accepts a challenge once, and not after it has expired', async () => {
    const agent = await accounts.registerAgent();
    const { secret } = await addApp(accounts, agent);
    const used = await enterPassword(accounts, agent.email);
    expect(await errorOf(enterCode(accounts, used.token, codeOf(secret)))).toBeUndefined();
    await forgetUsedCodes(accounts, agent.userId);
    expect(await errorOf(enterCode(accounts, used.token, codeOf(secret)))).toBe('SIGN_IN_EXPIRED');
    const expired = await enterPassword(accounts, agent.email);
    await accounts.query(
      `UPDATE sign_in_challenges SET expires_at = now() - interval '1 s' WHERE user_id = $1`,
      [agent.userId],
    );
    expect(await errorOf(enterCode(accounts, expired.token, codeOf(secret)))).toBe('SIGN_IN_EXPIRED');
  });

  it('expires when the password changes', async () => {
    const agent = await accounts.registerAgent();
    const { secret } = await addApp(accounts, agent);
    const { token } = await enterPassword(accounts, agent.email);
    await accounts.commands.send(changePassword, {
      userId: agent.userId,
      sid: agent.sid,
      currentPassword: PASSWORD,
      password: 'amber meadow 77',
      caller: newCaller(),
    });
    expect(await errorOf(enterCode(accounts, token, codeOf(secret)))).toBe('SIGN_IN_EXPIRED');
  });

  it('counts wrong codes like wrong passwords, and starts over after a success', async () => {
    const agent = await accounts.registerAgent();
    const { secret } = await addApp(accounts, agent);
    const caller = newCaller();
    const guess = async () => {
      const { token } = await enterPassword(accounts, agent.email, caller);
      return errorOf(enterCode(accounts, token, codeOf(secret, 7), caller));
    };
    expect([await guess(), await guess()]).toEqual(['WRONG_CODE', 'WRONG_CODE']);
    const { token } = await enterPassword(accounts, agent.email, caller);
    expect(await errorOf(enterCode(accounts, token, codeOf(secret), caller))).toBeUndefined();
    expect([await guess(), await guess()]).toEqual(['WRONG_CODE', 'WRONG_CODE']);
    const last = await enterPassword(accounts, agent.email, caller);
    expect(await errorOf(enterCode(accounts, last.token, codeOf(secret, 7), caller))).toBe('WRONG_CODE');
    await accounts.prolongWaits();
    expect(await errorOf(enterCode(accounts, last.token, codeOf(secret, 1), caller))).toBe(
      'TOO_MANY_REQUESTS',
    );
  });

  it('accepts a passkey of the account, and not one of another account', async () => {
    const agent = await accounts.registerAgent();
    const { authenticator } = await addPasskey(accounts, agent);
    authenticator.verifiesUser = false;
    const stranger = await addPasskey(accounts, await accounts.registerAgent());
    const { token, passkeyOptions, methods } = await enterPassword(accounts, agent.email);
    expect(methods).toEqual(['passkey', 'recovery-code']);
    const complete = (passkey: ReturnType<SoftwareAuthenticator['get']>) =>
      errorOf(accounts.commands.send(completeSignIn, { token, passkey, caller: newCaller() }));
    expect(await complete(stranger.authenticator.get(passkeyOptions!))).toBe('PASSKEY_REJECTED');
    expect(await complete(authenticator.get({ challenge: 'c29tZQ' }))).toBe('PASSKEY_REJECTED');
    const assertion = authenticator.get(passkeyOptions!);
    expect(await complete(assertion)).toBeUndefined();
    expect(await complete(assertion)).toBe('SIGN_IN_EXPIRED');
  });
});

describe('a sign-in with a passkey alone', () => {
  const caller = newCaller();
  const start = () => accounts.commands.send(startPasskeySignIn, { caller });
  const finish = (token: string, passkey: ReturnType<SoftwareAuthenticator['get']>) =>
    accounts.commands.send(signInWithPasskey, { token, passkey, caller });

  it('takes one assertion that verified the user', async () => {
    const agent = await accounts.registerAgent();
    const { authenticator } = await addPasskey(accounts, agent);
    const { token, options } = await start();
    const assertion = authenticator.get(options);
    const { user, session } = await finish(token, assertion);
    expect([user.id, await accounts.isActive(session.sid)]).toEqual([agent.userId, true]);
    expect(await errorOf(finish(token, assertion))).toBe('CHALLENGE_EXPIRED');
    const next = await start();
    expect(await errorOf(finish(next.token, assertion))).toBe('PASSKEY_REJECTED');
    authenticator.verifiesUser = false;
    const unverified = await start();
    expect(await errorOf(finish(unverified.token, authenticator.get(unverified.options)))).toBe(
      'PASSKEY_REJECTED',
    );
  });

  it('rejects unknown passkeys, disabled accounts and expired challenges', async () => {
    const agent = await accounts.registerAgent();
    const { authenticator } = await addPasskey(accounts, agent);
    const unknown = await start();
    expect(await errorOf(finish(unknown.token, new SoftwareAuthenticator().get(unknown.options)))).toBe(
      'PASSKEY_REJECTED',
    );
    const expired = await start();
    await accounts.query(`UPDATE sign_in_challenges SET expires_at = now() - interval '1 s'`);
    expect(await errorOf(finish(expired.token, authenticator.get(expired.options)))).toBe(
      'CHALLENGE_EXPIRED',
    );
    await accounts.query('UPDATE users SET disabled_at = now() WHERE id = $1', [agent.userId]);
    const disabled = await start();
    expect(await errorOf(finish(disabled.token, authenticator.get(disabled.options)))).toBe(
      'PASSKEY_REJECTED',
    );
  });

  it('rejects a counter that does not grow, because the key was copied', async () => {
    const agent = await accounts.registerAgent();
    const { authenticator } = await addPasskey(accounts, agent);
    const use = async (counter: number) => {
      const { token, options } = await start();
      authenticator.counter = counter;
      return errorOf(finish(token, authenticator.get(options)));
    };
    for (const counter of [5, 6]) expect(await use(counter)).toBeUndefined();
    for (const counter of [6, 3]) expect(await use(counter)).toBe('PASSKEY_REJECTED');
    expect(await use(7)).toBeUndefined();
    const entries = await accounts.listAuditEntries(agent.userId);
    expect(entries.filter(({ action }) => action === 'sign-in-failed')).toMatchObject([
      { new_value: { method: 'passkey', reason: 'counter regressed' } },
      { new_value: { method: 'passkey', reason: 'counter regressed' } },
    ]);
  });
});
