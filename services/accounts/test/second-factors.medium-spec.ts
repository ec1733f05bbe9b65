import { randomUUID } from 'node:crypto';
import {
  completeSignIn,
  confirmApp,
  confirmPasskey,
  listSecondFactors,
  removeSecondFactor,
  renameSecondFactor,
  replaceRecoveryCodes,
  startAppSetup,
  startPasskeySetup,
} from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, errorOf, newCaller } from './accounts.harness.js';
import {
  addApp,
  addPasskey,
  codeOf,
  enterCode,
  enterPassword,
  type Session,
  sessionOf,
} from './second-factor.helpers.js';
import { SoftwareAuthenticator } from '@desk/testing';

let accounts: AccountsHarness;

beforeAll(async () => {
  accounts = await AccountsHarness.start({ RATE_LIMIT_FACTOR: '1000' });
});
afterAll(() => accounts.stop());

const list = (userId: string) => accounts.commands.send(listSecondFactors, { userId });
const setMinutesSinceProof = (sid: string, minutes: number) =>
  accounts.query(`UPDATE sessions SET authenticated_at = now() - $2 * interval '1 minute' WHERE sid = $1`, [
    sid,
    minutes,
  ]);

it('adds no second factor before the address is confirmed, because it would keep the owner out', async () => {
  const { userId, sid } = await accounts.registerAgent();
  const own = { userId, sid };
  expect(await errorOf(accounts.commands.send(startAppSetup, own))).toBe('EMAIL_NOT_CONFIRMED');
  expect(await errorOf(accounts.commands.send(startPasskeySetup, own))).toBe('EMAIL_NOT_CONFIRMED');
  await accounts.confirmAddress({ userId });
  expect(await errorOf(accounts.commands.send(startAppSetup, own))).toBeUndefined();
});

describe('adding an authenticator app', () => {
  it('takes a code of the app, creates recovery codes and ends all other sessions', async () => {
    const agent = await accounts.registerConfirmedAgent();
    const other = await accounts.signIn(agent.email);
    expect(await list(agent.userId)).toEqual({ factors: [], recoveryCodesLeft: 0, required: false });
    const { factorId, recoveryCodes } = await addApp(accounts, agent, ' Phone ');
    expect(recoveryCodes).toHaveLength(10);
    expect(await list(agent.userId)).toMatchObject({
      factors: [{ id: factorId, kind: 'app', name: 'Phone', lastUsedAt: null }],
      recoveryCodesLeft: 10,
    });
    expect([await accounts.isActive(agent.sid), await accounts.isActive(other)]).toEqual([true, false]);
    expect(await accounts.listMailKinds(agent.userId)).toContain('second-factor-added');
    expect(await accounts.listActions(agent.userId)).toContain('second-factor-added');
  });

  it('rejects wrong codes and setups of other users, and leaves the account as it was', async () => {
    const agent = await accounts.registerConfirmedAgent();
    const stranger = await accounts.registerConfirmedAgent();
    const { factorId, secret } = await accounts.commands.send(startAppSetup, sessionOf(agent));
    const confirm = (session: Session, code: string) => {
      const request = { ...sessionOf(session), factorId, name: 'Phone', code, caller: newCaller() };
      return errorOf(accounts.commands.send(confirmApp, request));
    };
    expect(await confirm(agent, codeOf(secret, 9))).toBe('WRONG_CODE');
    expect(await confirm(stranger, codeOf(secret))).toBe('CHALLENGE_EXPIRED');
    expect((await list(agent.userId)).factors).toEqual([]);
    await accounts.query(
      `UPDATE authenticator_apps SET created_at = now() - interval '16 minutes' WHERE id = $1`,
      [factorId],
    );
    expect(await confirm(agent, codeOf(secret))).toBe('CHALLENGE_EXPIRED');
  });

  it('stores the secret encrypted and recovery codes as hashes', async () => {
    const agent = await accounts.registerConfirmedAgent();
    const { secret, recoveryCodes } = await addApp(accounts, agent);
    const rows = await accounts.query(
      `SELECT a.encrypted_secret, r.code_hash FROM authenticator_apps a JOIN recovery_codes r USING (user_id)
        WHERE user_id = $1`,
      [agent.userId],
    );
    const stored = JSON.stringify(rows);
    expect(stored).toContain('enc:c1:');
    for (const value of [secret, ...recoveryCodes]) expect(stored).not.toContain(value);
  });

  it('accepts no secret that somebody without the keys wrote into the database', async () => {
    const [agent, other] = [await accounts.registerConfirmedAgent(), await accounts.registerConfirmedAgent()];
    const { factorId } = await addApp(accounts, agent);
    const known = await addApp(accounts, other);
    const [stored] = await accounts.query<{ secret: string }>(
      'SELECT encrypted_secret AS secret FROM authenticator_apps WHERE id = $1',
      [known.factorId],
    );
    for (const secret of [known.secret, stored!.secret]) {
      await accounts.query('UPDATE authenticator_apps SET encrypted_secret = $2 WHERE id = $1', [
        factorId,
        secret,
      ]);
      const { token } = await enterPassword(accounts, agent.email);
      await expect(enterCode(accounts, token, codeOf(known.secret))).rejects.toThrow();
    }
  });

  it('asks for a recent proof, here too and not only in the gateway', async () => {
    const agent = await accounts.registerConfirmedAgent();
    await setMinutesSinceProof(agent.sid, 11);
    expect(await errorOf(accounts.commands.send(startAppSetup, sessionOf(agent)))).toBe(
      'REAUTHENTICATION_REQUIRED',
    );
    await setMinutesSinceProof(agent.sid, 9);
    expect(await errorOf(accounts.commands.send(startAppSetup, sessionOf(agent)))).toBeUndefined();
    const stranger = await accounts.registerConfirmedAgent();
    const borrowed = { userId: agent.userId, sid: stranger.sid };
    expect(await errorOf(accounts.commands.send(startAppSetup, borrowed))).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('allows at most ten methods', async () => {
    const agent = await accounts.registerConfirmedAgent();
    await addApp(accounts, agent);
    await accounts.query(
      `INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter)
       SELECT gen_random_uuid(), $1, 'Key', gen_random_uuid()::text, '', 0 FROM generate_series(1, 9)`,
      [agent.userId],
    );
    expect(await errorOf(accounts.commands.send(startAppSetup, sessionOf(agent)))).toBe(
      'TOO_MANY_SECOND_FACTORS',
    );
    expect(await errorOf(accounts.commands.send(startPasskeySetup, sessionOf(agent)))).toBe(
      'TOO_MANY_SECOND_FACTORS',
    );
  });
});

describe('adding a passkey', () => {
  it('takes a registration for this site that verified the user, once', async () => {
    const agent = await accounts.registerConfirmedAgent();
    const { token, options } = await accounts.commands.send(startPasskeySetup, sessionOf(agent));
    const confirm = (passkey: ReturnType<SoftwareAuthenticator['create']>, usedToken = token) => {
      const request = { ...sessionOf(agent), token: usedToken, name: 'Key', passkey, caller: newCaller() };
      return errorOf(accounts.commands.send(confirmPasskey, request));
    };
    expect(await confirm(new SoftwareAuthenticator('https://evil.example').create(options))).toBe(
      'PASSKEY_REJECTED',
    );
    const unverified = new SoftwareAuthenticator();
    unverified.verifiesUser = false;
    expect(await confirm(unverified.create(options))).toBe('PASSKEY_REJECTED');
    expect(await confirm(new SoftwareAuthenticator().create({ ...options, challenge: 'c29tZQ' }))).toBe(
      'PASSKEY_REJECTED',
    );
    const authenticator = new SoftwareAuthenticator();
    expect(await confirm(authenticator.create(options))).toBeUndefined();
    expect(await confirm(new SoftwareAuthenticator().create(options))).toBe('CHALLENGE_EXPIRED');
    const again = await accounts.commands.send(startPasskeySetup, sessionOf(agent));
    expect(await confirm(authenticator.create(again.options), again.token)).toBe('PASSKEY_TAKEN');
    expect((await list(agent.userId)).factors).toMatchObject([{ kind: 'passkey', name: 'Key' }]);
  });

  it('does not accept the challenge of another user or an expired one', async () => {
    const agent = await accounts.registerConfirmedAgent();
    const stranger = await accounts.registerConfirmedAgent();
    const { token, options } = await accounts.commands.send(startPasskeySetup, sessionOf(stranger));
    const confirm = (session: Session) => {
      const passkey = new SoftwareAuthenticator().create(options);
      const request = { ...sessionOf(session), token, name: 'Key', passkey, caller: newCaller() };
      return errorOf(accounts.commands.send(confirmPasskey, request));
    };
    expect(await confirm(agent)).toBe('CHALLENGE_EXPIRED');
    await accounts.query(
      `UPDATE sign_in_challenges SET expires_at = now() - interval '1 s' WHERE user_id = $1`,
      [stranger.userId],
    );
    expect(await confirm(stranger)).toBe('CHALLENGE_EXPIRED');
  });

  it('creates no recovery codes if there are some', async () => {
    const agent = await accounts.registerConfirmedAgent();
    await addApp(accounts, agent);
    expect((await addPasskey(accounts, agent)).recoveryCodes).toBeNull();
    expect((await list(agent.userId)).recoveryCodesLeft).toBe(10);
  });
});

describe('managing second factors', () => {
  it("renames the user's own factors only", async () => {
    const agent = await accounts.registerConfirmedAgent();
    const { factorId } = await addApp(accounts, agent);
    await addPasskey(accounts, agent);
    const stranger = await accounts.registerConfirmedAgent();
    const rename = (userId: string, id: string) => {
      const request = { userId, factorId: id, name: 'Work phone', caller: newCaller() };
      return errorOf(accounts.commands.send(renameSecondFactor, request));
    };
    expect(await rename(stranger.userId, factorId)).toBe('SECOND_FACTOR_NOT_FOUND');
    for (const { id } of (await list(agent.userId)).factors)
      expect(await rename(agent.userId, id)).toBeUndefined();
    expect((await list(agent.userId)).factors.map(({ name }) => name)).toEqual(['Work phone', 'Work phone']);
  });

  it('marks a factor that a recovery turned off', async () => {
    const agent = await accounts.registerConfirmedAgent();
    const { factorId } = await addApp(accounts, agent);
    await addPasskey(accounts, agent);
    await accounts.query("UPDATE authenticator_apps SET review = 'off' WHERE id = $1", [factorId]);
    await accounts.query("UPDATE passkeys SET review = 'after-password' WHERE user_id = $1", [agent.userId]);
    const { factors } = await list(agent.userId);
    expect(factors).toMatchObject([{ id: factorId, needsReview: true, isOff: true }, { needsReview: true }]);
    expect(factors[1]).not.toHaveProperty('isOff');
  });

  it('removes factors after a recent proof, and with the last one the recovery codes', async () => {
    const agent = await accounts.registerConfirmedAgent();
    const { factorId } = await addApp(accounts, agent);
    await addPasskey(accounts, agent);
    const { userId, sid } = agent;
    const remove = (id: string) =>
      errorOf(accounts.commands.send(removeSecondFactor, { userId, sid, factorId: id, caller: newCaller() }));
    await setMinutesSinceProof(sid, 11);
    expect(await remove(factorId)).toBe('REAUTHENTICATION_REQUIRED');
    await setMinutesSinceProof(sid, 0);
    expect(await remove(randomUUID())).toBe('SECOND_FACTOR_NOT_FOUND');
    expect(await remove(factorId)).toBeUndefined();
    const { factors, recoveryCodesLeft } = await list(userId);
    expect([factors.length, recoveryCodesLeft]).toEqual([1, 10]);
    expect(await remove(factors[0]!.id)).toBeUndefined();
    expect(await list(userId)).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    expect(await accounts.listMailKinds(userId)).toContain('second-factor-removed');
    expect(await accounts.signIn(agent.email)).toBeDefined();
  });

  it('replaces recovery codes, so that earlier ones are invalid, and tells the owner by mail', async () => {
    const agent = await accounts.registerConfirmedAgent();
    const { userId, sid, email } = agent;
    const replace = () => accounts.commands.send(replaceRecoveryCodes, { userId, sid, caller: newCaller() });
    expect(await errorOf(replace())).toBe('SECOND_FACTOR_NOT_FOUND');
    const { recoveryCodes: earlier } = await addApp(accounts, agent);
    const { recoveryCodes } = await replace();
    expect(await accounts.listMailKinds(userId)).toContain('recovery-codes-replaced');
    const use = async (recoveryCode: string) => {
      const { token } = await enterPassword(accounts, email);
      return errorOf(accounts.commands.send(completeSignIn, { token, recoveryCode, caller: newCaller() }));
    };
    expect(await use(earlier[0]!)).toBe('WRONG_CODE');
    expect(await use(recoveryCodes[0]!)).toBeUndefined();
    await setMinutesSinceProof(sid, 11);
    expect(await errorOf(replace())).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('still opens secrets that were encrypted with the previous key', async () => {
    const agent = await accounts.registerConfirmedAgent();
    const { secret } = await addApp(accounts, agent);
    const { keys } = accounts;
    await accounts.restart({
      RATE_LIMIT_FACTOR: '1000',
      CREDENTIAL_KEYS: `c2:${Buffer.alloc(32, 5).toString('base64')},${keys}`,
    });
    const { token } = await enterPassword(accounts, agent.email);
    expect(await errorOf(enterCode(accounts, token, codeOf(secret)))).toBeUndefined();
  });
});
