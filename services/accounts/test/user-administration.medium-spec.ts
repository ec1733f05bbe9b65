import { randomUUID } from 'node:crypto';
import {
  type AccountAction,
  administerUser,
  getUserDetails,
  requestPasswordReset,
  TERMS_VERSION,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, errorOf, newCaller, PASSWORD } from './accounts.harness.js';
import { addApp } from './second-factor.helpers.js';

let accounts: AccountsHarness;
let adminId: string;
const REASON = 'Asked us by phone.';

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  adminId = await accounts.createAdmin();
});
afterAll(() => accounts.stop());

const administer = async (userId: string, action: AccountAction, actorId = adminId) => {
  const request = { userId, action, reason: REASON, actorId, caller: newCaller('203.0.113.7') };
  return (await accounts.commands.send(administerUser, request)).changed;
};
const detailsOf = (userId: string, actorId = adminId) =>
  accounts.commands.send(getUserDetails, { userId, actorId });
const auditOf = async (userId: string) =>
  (await accounts.listAuditEntries(userId)).filter(({ actor_id }) => actor_id === adminId);
const entry = (action: string, old_value: object | null, new_value: object) => ({
  action,
  old_value,
  new_value,
  actor_id: adminId,
  address: '203.0.113.7',
});

describe('the details of a user', () => {
  it('hold the profile, the sessions and the second factors, and no secrets', async () => {
    const { userId, email, sid } = await accounts.registerAgent();
    await accounts.signIn(email, PASSWORD, newCaller(undefined, 'Firefox'));
    const { secret, recoveryCodes } = await addApp(accounts, { userId, sid });
    const details = await detailsOf(userId);
    expect(details).toMatchObject({
      user: { id: userId, email, disabled: false, firstName: 'Ada' },
      emailConfirmedAt: expect.stringMatching(/Z$/),
      terms: { version: TERMS_VERSION },
      disabledAt: null,
      erasedAt: null,
      secondFactors: { apps: 1, passkeys: 0, recoveryCodesLeft: recoveryCodes.length, required: false },
    });
    const listed = JSON.stringify(details);
    for (const hidden of [sid, secret, ...recoveryCodes]) expect(listed).not.toContain(hidden);
    // Adding the first factor ends the other sessions.
    const [{ count } = { count: -1 }] = await accounts.query<{ count: number }>(
      'SELECT count(*)::int FROM sessions WHERE user_id = $1 AND expire > now()',
      [userId],
    );
    expect(details.sessions).toHaveLength(count);
    expect(details.sessions.every(({ current }) => !current)).toBe(true);
  });

  it('are for admins only', async () => {
    const { userId } = await accounts.registerAgent();
    const other = await accounts.registerAgent();
    expect(await errorOf(detailsOf(userId, other.userId))).toBe('FORBIDDEN');
    expect(await errorOf(detailsOf(userId, randomUUID()))).toBe('FORBIDDEN');
    expect(await errorOf(detailsOf(randomUUID()))).toBe('USER_NOT_FOUND');
  });
});

describe('an admin', () => {
  it('disables and enables an account, which ends its sessions and is published and audited once', async () => {
    const { userId, sid } = await accounts.registerAgent();
    expect(await administer(userId, 'disable')).toBe(true);
    expect(await administer(userId, 'disable')).toBe(false);
    expect(await accounts.isActive(sid)).toBe(false);
    expect((await detailsOf(userId)).disabledAt).toEqual(expect.any(String));
    const statuses = async () =>
      (await accounts.listPublished(userId))
        .filter(({ name }) => name === 'accounts.account-status-changed')
        .map(({ payload }) => payload['disabled']);
    await eventually(async () => (await statuses()).length === 1);
    expect(await administer(userId, 'enable')).toBe(true);
    expect(await administer(userId, 'enable')).toBe(false);
    await eventually(async () => (await statuses()).length === 2);
    expect(await statuses()).toEqual([true, false]);
    expect(await auditOf(userId)).toEqual([
      entry('disabled', { disabled: false }, { disabled: true, reason: REASON }),
      entry('enabled', { disabled: true }, { disabled: false, reason: REASON }),
    ]);
  });

  it('ends all sessions of a user', async () => {
    const { userId, email, sid } = await accounts.registerAgent();
    const second = await accounts.signIn(email);
    expect(await administer(userId, 'end-sessions')).toBe(true);
    expect(await administer(userId, 'end-sessions')).toBe(false);
    expect([await accounts.isActive(sid), await accounts.isActive(second)]).toEqual([false, false]);
    expect(await auditOf(userId)).toEqual([entry('sessions-ended', null, { ended: 2, reason: REASON })]);
  });

  it('resets the second factor, after which the user chooses a new password by a link', async () => {
    const { userId, email, sid } = await accounts.registerAgent();
    const { recoveryCodes } = await addApp(accounts, { userId, sid });
    expect(await administer(userId, 'reset-second-factor')).toBe(true);
    expect(await administer(userId, 'reset-second-factor')).toBe(false);
    expect(await accounts.isActive(sid)).toBe(false);
    await expect(accounts.signIn(email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await eventually(async () => (await accounts.listMailKinds(userId)).includes('password-reset'));
    const mailKinds = await accounts.listMailKinds(userId);
    expect(mailKinds.filter((kind) => kind === 'second-factor-removed')).toHaveLength(1);
    expect(await auditOf(userId)).toEqual([
      entry(
        'second-factor-removed',
        { apps: 1, passkeys: 0, recoveryCodes: recoveryCodes.length },
        { apps: 0, passkeys: 0, recoveryCodes: 0, reason: REASON },
      ),
    ]);
  });

  it('signs nobody out by a change that changes nothing', async () => {
    const { userId, sid } = await accounts.registerAgent();
    for (const action of ['enable', 'reset-second-factor'] as const)
      expect(await administer(userId, action)).toBe(false);
    expect(await accounts.isActive(sid)).toBe(true);
    expect(await auditOf(userId)).toEqual([]);
  });

  it('has a link to choose a password mailed, even after strangers requested too many', async () => {
    const { userId, email } = await accounts.registerAgent();
    const countLinks = async () =>
      (await accounts.listMailKinds(userId)).filter((kind) => kind === 'password-reset').length;
    for (let network = 0; network < 6; network += 1)
      await accounts.commands.send(requestPasswordReset, { email, caller: newCaller() });
    await accounts.waitUntilRequestsAreIssued();
    expect(await countLinks()).toBe(5);
    for (const action of ['disable', 'enable'] as const) await administer(userId, action);
    await eventually(async () => (await countLinks()) === 6);
  });

  it('confirms an address, and publishes it to notifier', async () => {
    const { userId, email } = await accounts.registerAgent();
    expect(await administer(userId, 'confirm-email')).toBe(true);
    expect(await administer(userId, 'confirm-email')).toBe(false);
    const { emailConfirmedAt, user } = await detailsOf(userId);
    expect(user.emailConfirmation).toBeUndefined();
    const published = (await accounts.listPublished(userId)).filter(
      ({ name }) => name === 'accounts.contact-changed',
    );
    expect(published).toMatchObject([{ payload: { confirmation: { confirmedAt: emailConfirmedAt } } }]);
    expect(await auditOf(userId)).toEqual([entry('email-confirmed', null, { email, reason: REASON })]);
  });

  it('audits one of several concurrent requests', async () => {
    const { userId } = await accounts.registerAgent();
    const changed = await Promise.all(Array.from({ length: 6 }, () => administer(userId, 'disable')));
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await auditOf(userId)).toHaveLength(1);
  });

  it('changes neither their own account nor an erased one', async () => {
    const { userId } = await accounts.registerAgent();
    await accounts.query('UPDATE users SET erased_at = now(), disabled_at = now() WHERE id = $1', [userId]);
    expect(await errorOf(administer(userId, 'enable'))).toBe('USER_ERASED');
    expect(await errorOf(administer(adminId, 'reset-second-factor'))).toBe('OWN_ACCOUNT');
    expect(await errorOf(administer(randomUUID(), 'disable'))).toBe('USER_NOT_FOUND');
    expect(await auditOf(userId)).toEqual([]);
    expect(await auditOf(adminId)).not.toContainEqual(
      expect.objectContaining({ action: 'second-factor-removed' }),
    );
  });

  it('cannot disable another admin who disables them at the same time', async () => {
    const [first, second] = [await accounts.createAdmin(), await accounts.createAdmin()];
    const outcomes = await Promise.all([
      errorOf(administer(first, 'disable', second)),
      errorOf(administer(second, 'disable', first)),
    ]);
    expect(outcomes.toSorted()).toEqual(['FORBIDDEN', undefined]);
  });
});

describe('everyone else', () => {
  it('is refused', async () => {
    const { userId } = await accounts.registerAgent();
    const other = await accounts.registerAgent();
    const disabledAdmin = await accounts.createAdmin();
    await accounts.query('UPDATE users SET disabled_at = now() WHERE id = $1', [disabledAdmin]);
    for (const actorId of [other.userId, disabledAdmin, randomUUID()])
      expect(await errorOf(administer(userId, 'disable', actorId))).toBe('FORBIDDEN');
    expect((await detailsOf(userId)).user.disabled).toBe(false);
  });
});

it('requires a second factor of admins if the setting demands it', async () => {
  const { userId } = await accounts.registerAgent();
  await accounts.restart({ REQUIRE_ADMIN_SECOND_FACTOR: 'true' });
  expect(await errorOf(administer(userId, 'disable'))).toBe('SECOND_FACTOR_REQUIRED');
  expect(await errorOf(detailsOf(userId))).toBe('SECOND_FACTOR_REQUIRED');
});
