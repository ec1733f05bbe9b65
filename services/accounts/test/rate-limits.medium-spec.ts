import { createHash, randomUUID } from 'node:crypto';
import {
  completeSignUp,
  describeDevice,
  requestPasswordReset,
  saveDraft,
  signInWithPasskey,
  startPasskeySignIn,
} from '@desk/contracts';
import { clientNetwork, KeyedDigests } from '@desk/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, errorOf, newCaller, PASSWORD } from './accounts.harness.js';
import { addPasskey } from './second-factor.helpers.js';

let accounts: AccountsHarness;
beforeAll(async () => {
  accounts = await AccountsHarness.start();
});
afterAll(() => accounts.stop());

const toKey = (purpose: string, ...parts: string[]): string =>
  `${purpose}:${new KeyedDigests(accounts.keys, 'keys').digest('throttle', purpose, ...parts)}`;

it('stores no digest that can be reversed by hashing every address', async () => {
  const { email, userId } = await accounts.registerAgent();
  const caller = newCaller('203.0.113.19');
  await errorOf(accounts.signIn(email, 'a wrong guess', caller));
  await accounts.signIn(email, PASSWORD, caller);
  const device = [describeDevice(caller.userAgent), '203.0.113.x'];
  const guesses = [[email], [caller.address], [email, caller.address], device].map((parts) =>
    createHash('sha256').update(JSON.stringify(parts)).digest('hex'),
  );
  const stored = await accounts.query<{ key: string }>(
    'SELECT key FROM throttles UNION ALL SELECT device_key FROM known_devices WHERE user_id = $1',
    [userId],
  );
  expect(stored.length).toBeGreaterThan(3);
  for (const { key } of stored) {
    expect(key).toMatch(/(^|:)[0-9a-f]{64}$/);
    expect(guesses.filter((guess) => key.endsWith(guess))).toEqual([]);
  }
});

it('counts the reset emails to every spelling of a mailbox together', async () => {
  const name = randomUUID();
  const emails = ['', '+1', '+2'].map((tag) => `${name}${tag}@example.com`);
  const userIds: string[] = [];
  for (const email of emails) userIds.push((await accounts.registerAgent({ email })).userId);
  for (let index = 0; index < 4; index += 1)
    for (const email of emails)
      await accounts.commands.send(requestPasswordReset, { email, caller: newCaller() });
  await accounts.waitUntilRequestsAreIssued();
  const actions = await Promise.all(userIds.map((userId) => accounts.listActions(userId)));
  expect(actions.flat().filter((action) => action === 'password-reset-requested')).toHaveLength(5);
});

describe('password reset emails', () => {
  const countResets = async (userId: string): Promise<number> => {
    await accounts.waitUntilRequestsAreIssued();
    const actions = await accounts.listActions(userId);
    return actions.filter((action) => action === 'password-reset-requested').length;
  };
  const request = async (email: string, caller: ReturnType<typeof newCaller>, times: number) => {
    for (let index = 0; index < times; index += 1)
      await accounts.commands.send(requestPasswordReset, { email, caller });
  };

  it('reach an owner whose quota strangers have used up', async () => {
    const { userId, email } = await accounts.registerAgent();
    const home = newCaller('203.0.113.20');
    await accounts.signIn(email, PASSWORD, home);
    for (let network = 0; network < 8; network += 1) await request(email, newCaller(), 2);
    expect(await countResets(userId)).toBe(5);
    await request(email, home, 1);
    expect(await countResets(userId)).toBe(6);
    await request(email, newCaller(), 1);
    expect(await countResets(userId)).toBe(6);
  });

  it('cannot all be used up from one network', async () => {
    const { userId, email } = await accounts.registerAgent();
    await request(email, newCaller('203.0.113.21'), 6);
    expect(await countResets(userId)).toBe(2);
    await request(email, newCaller(), 1);
    expect(await countResets(userId)).toBe(3);
  });

  it('are limited for the owner too', async () => {
    const { userId, email } = await accounts.registerAgent();
    const home = newCaller('203.0.113.22');
    await accounts.signIn(email, PASSWORD, home);
    await request(email, home, 7);
    expect(await countResets(userId)).toBe(5);
  });
});

describe('sign-in attempts from one network', () => {
  const FREE_ATTEMPTS_OF_PAIR = 6;
  /** The first waits are short: 1, 2, 4, 8 and 16 seconds. */
  const MAX_HITS = FREE_ATTEMPTS_OF_PAIR + 5;
  const keysOf = (email: string, address: string) => ({
    accountKey: toKey('sign-in-to', email),
    pairKey: toKey('sign-in', email, clientNetwork(address)),
  });
  const countHits = async (key: string): Promise<number> => {
    const [counter] = await accounts.query<{ hits: number }>('SELECT hits FROM throttles WHERE key = $1', [
      key,
    ]);
    return counter?.hits ?? 0;
  };

  it('do not lock the owner out of other networks', async () => {
    const { email } = await accounts.registerAgent();
    const attacker = newCaller();
    const codes: unknown[] = [];
    for (let guess = 0; guess < 60; guess += 1)
      codes.push(await errorOf(accounts.signIn(email, `guess number ${guess}`, attacker)));
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS').length).toBeGreaterThan(40);
    expect(await countHits(keysOf(email, attacker.address).accountKey)).toBeLessThanOrEqual(MAX_HITS);
    expect(await errorOf(accounts.signIn(email, PASSWORD, newCaller()))).toBeUndefined();
  });

  it('do not lock the owner out when they are made at the same time', async () => {
    const { email } = await accounts.registerAgent();
    const attacker = newCaller();
    await Promise.all(
      Array.from({ length: 60 }, (_, guess) =>
        errorOf(accounts.signIn(email, `guess number ${guess}`, attacker)),
      ),
    );
    expect(await countHits(keysOf(email, attacker.address).accountKey)).toBeLessThanOrEqual(MAX_HITS);
    expect(await errorOf(accounts.signIn(email, PASSWORD, newCaller()))).toBeUndefined();
  });

  it('are not counted further when each waits for the longest time', async () => {
    const { email } = await accounts.registerAgent();
    const attacker = newCaller();
    const { accountKey, pairKey } = keysOf(email, attacker.address);
    await errorOf(accounts.signIn(email, 'guess number 0', attacker));
    await accounts.query('UPDATE throttles SET hits = 45 WHERE key IN ($1, $2)', [accountKey, pairKey]);
    for (let guess = 1; guess <= 10; guess += 1) {
      await accounts.query(
        `UPDATE throttles SET updated_at = now() - interval '15 minutes', blocked_until = '-infinity'
          WHERE key IN ($1, $2)`,
        [accountKey, pairKey],
      );
      expect(await errorOf(accounts.signIn(email, `guess number ${guess}`, attacker))).toBe(
        'INVALID_CREDENTIALS',
      );
    }
    expect(await countHits(accountKey)).toBe(45);
    // The pair still waits for the longest time.
    expect(await errorOf(accounts.signIn(email, PASSWORD, attacker))).toBe('TOO_MANY_REQUESTS');
    expect(await errorOf(accounts.signIn(email, PASSWORD, newCaller()))).toBeUndefined();
  });

  it("are not forgiven by a sign-in with the attacker's own passkey", async () => {
    const { authenticator } = await addPasskey(accounts, await accounts.registerAgent());
    const { email } = await accounts.registerAgent();
    const attacker = newCaller();
    const networkKey = toKey('sign-in-from', clientNetwork(attacker.address));
    await errorOf(accounts.signIn(email, 'guess number 0', attacker));
    await accounts.query(
      `UPDATE throttles SET hits = 60, blocked_until = now() + interval '1 hour' WHERE key = $1`,
      [networkKey],
    );
    const { token, options } = await accounts.commands.send(startPasskeySignIn, { caller: attacker });
    const passkey = authenticator.get(options);
    await accounts.commands.send(signInWithPasskey, { token, passkey, caller: attacker });
    expect(await countHits(networkKey)).toBe(60);
    expect(await errorOf(accounts.signIn(email, 'guess number 1', attacker))).toBe('TOO_MANY_REQUESTS');
  });
});

describe('completing a sign-up again', () => {
  it('counts wrong passwords as failed sign-ins', async () => {
    const { userId, email } = await accounts.registerAgent();
    const caller = newCaller();
    const { sessionId } = await accounts.commands.send(saveDraft, {
      sessionId: null,
      step: 'start',
      values: { acceptedTerms: true },
      caller,
    });
    await accounts.query(
      `UPDATE sign_up_drafts SET user_id = $1, reserved_user_id = $1, completed_at = now()
        WHERE created_at = (SELECT max(created_at) FROM sign_up_drafts)`,
      [userId],
    );
    await accounts.query(`UPDATE users SET stripe_payment_method_id = 'pm_1' WHERE id = $1`, [userId]);
    const stopCards = await accounts.answerFor('billing', {
      'cards.verify-setup': () => ({ paymentMethodId: 'pm_1' }),
    });
    const complete = (password: string) =>
      errorOf(
        accounts.commands.send(completeSignUp, {
          sessionId,
          setupIntentId: 'seti_1',
          firstName: 'Ada',
          lastName: 'Agent',
          companyName: null,
          email: `${randomUUID()}@example.com`,
          phone: '+12125550123',
          dailyLeadLimit: 25,
          password,
          caller,
        }),
      );
    expect(await complete(PASSWORD)).toBeUndefined();
    await stopCards();
    const codes: unknown[] = [];
    for (let guess = 0; guess < 6; guess += 1) codes.push(await complete(`guess number ${guess}`));
    expect(codes).toEqual(Array(6).fill('DRAFT_NOT_FOUND'));
    await accounts.prolongWaits();
    expect(await complete(PASSWORD)).toBe('TOO_MANY_REQUESTS');
    expect(await errorOf(accounts.signIn(email, PASSWORD, caller))).toBe('TOO_MANY_REQUESTS');
  });
});
