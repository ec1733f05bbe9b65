import { randomUUID } from 'node:crypto';
import { buyerSettingsChanged, cardChanged, changeCard, listUsers, type PayloadOf } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsHarness, newCaller } from './accounts.harness.js';

type SettingsChange = PayloadOf<typeof buyerSettingsChanged>;

let accounts: AccountsHarness;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
});
afterAll(() => accounts.stop());

const pause = (buyerId: string, overrides: Partial<SettingsChange> = {}): SettingsChange => ({
  buyerId,
  version: 2,
  setting: 'serviceEnabled',
  serviceEnabled: false,
  dailyLeadLimit: 25,
  previous: { serviceEnabled: true, dailyLeadLimit: 25 },
  caller: { address: '203.0.113.7', userAgent: 'Mozilla/5.0' },
  at: '2026-01-05T14:30:00.000Z',
  ...overrides,
});
const publish = async (change: SettingsChange) => {
  await accounts.publish(buyerSettingsChanged, change, `${change.buyerId}-${change.version}`);
  await accounts.waitForEmptyQueue();
};
const copyOf = async (userId: string) => {
  const [copy] = await accounts.query<{ enabled: boolean; limit: number; version: number }>(
    `SELECT service_enabled AS enabled, daily_lead_limit AS limit, settings_version AS version
       FROM users WHERE id = $1`,
    [userId],
  );
  return copy;
};
const auditOf = async (userId: string) =>
  (await accounts.listAuditEntries(userId)).filter(({ action }) => action !== 'registered');

describe('a change of settings in lead-router', () => {
  it('updates the copy that admins see', async () => {
    const { userId, email } = await accounts.registerAgent();
    await publish(pause(userId));
    expect(await copyOf(userId)).toEqual({ enabled: false, limit: 25, version: 2 });
    const request = { actorId: await accounts.createAdmin(), search: email, page: 1, pageSize: 1 };
    const { users } = await accounts.commands.send(listUsers, request);
    expect(users).toMatchObject([{ id: userId, serviceEnabled: false, dailyLeadLimit: 25 }]);
  });

  it('is audited once if the event is delivered twice', async () => {
    const { userId } = await accounts.registerAgent();
    await publish(pause(userId));
    await publish(pause(userId));
    expect(await auditOf(userId)).toEqual([
      {
        action: 'service-changed',
        actor_id: userId,
        address: '203.0.113.7',
        old_value: { serviceEnabled: true },
        new_value: { serviceEnabled: false },
      },
    ]);
  });

  it('is audited with the admin and the reason, if one made it', async () => {
    const { userId } = await accounts.registerAgent();
    const actorId = randomUUID();
    await publish(pause(userId, { actorId, reason: 'Asked us by phone.' }));
    expect(await auditOf(userId)).toMatchObject([
      {
        action: 'service-changed',
        actor_id: actorId,
        old_value: { serviceEnabled: true },
        new_value: { serviceEnabled: false, reason: 'Asked us by phone.' },
      },
    ]);
  });

  it('is audited with the reason and without an actor, if a lead that could not be delivered caused it', async () => {
    const { userId } = await accounts.registerAgent();
    await publish(pause(userId, { caller: null, isDeliveryPause: true }));
    expect(await copyOf(userId)).toMatchObject({ enabled: false });
    expect(await auditOf(userId)).toMatchObject([
      {
        action: 'service-changed',
        actor_id: null,
        address: null,
        new_value: { serviceEnabled: false, reason: 'A lead could not be delivered on any channel.' },
      },
    ]);
  });

  it('is audited with the reason for which only an admin can resume the service', async () => {
    const { userId } = await accounts.registerAgent();
    await publish(pause(userId, { caller: null, isDeliveryPause: true, resumptionNeedsAdmin: true }));
    expect(await auditOf(userId)).toMatchObject([
      { new_value: { reason: expect.stringContaining('Only an admin can resume the service.') } },
    ]);
  });

  it('does not update the copy if a newer change arrived before, but is audited', async () => {
    const { userId } = await accounts.registerAgent();
    const limit = { version: 3, setting: 'dailyLeadLimit', dailyLeadLimit: 7 } as const;
    const previous = { serviceEnabled: false, dailyLeadLimit: 25 };
    await publish(pause(userId, { ...limit, previous }));
    await publish(pause(userId));
    expect(await copyOf(userId)).toEqual({ enabled: false, limit: 7, version: 3 });
    expect((await auditOf(userId)).map(({ action, new_value }) => [action, new_value])).toEqual([
      ['daily-limit-changed', { dailyLeadLimit: 7 }],
      ['service-changed', { serviceEnabled: false }],
    ]);
  });

  it('is not audited without a caller, because the sender audits it', async () => {
    const { userId } = await accounts.registerAgent();
    await publish(pause(userId, { caller: null }));
    expect(await copyOf(userId)).toMatchObject({ enabled: false });
    expect(await auditOf(userId)).toEqual([]);
  });
});

describe('the status of an account', () => {
  const setDisabled = (userId: string, disabled: boolean) =>
    accounts.query('UPDATE users SET disabled_at = $2 WHERE id = $1', [userId, disabled ? new Date() : null]);
  const statusesOf = async (userId: string) =>
    (await accounts.listPublished(userId))
      .filter(({ name }) => name === 'accounts.account-status-changed')
      .map(({ payload }) => [payload['version'], payload['disabled']]);

  it('is published with a growing version', async () => {
    const { userId } = await accounts.registerAgent();
    await setDisabled(userId, true);
    await eventually(async () => (await statusesOf(userId)).length === 1);
    await setDisabled(userId, false);
    await eventually(async () => (await statusesOf(userId)).length === 2);
    expect(await statusesOf(userId)).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('is not published for admins, who are not buyers', async () => {
    const admin = await accounts.createAdmin();
    const { userId: agent } = await accounts.registerAgent();
    await setDisabled(admin, true);
    await setDisabled(agent, true);
    await eventually(async () => (await statusesOf(agent)).length === 1);
    expect(await statusesOf(admin)).toEqual([]);
  });
});

it('ignores a change of an unknown user', async () => {
  const unknown = randomUUID();
  await publish(pause(unknown, { caller: null }));
  expect(await copyOf(unknown)).toBeUndefined();
});

describe('the copy of the card', () => {
  it('is the newest, in whatever order the answer and the events arrive', async () => {
    const { userId } = await accounts.registerAgent();
    const card = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2030 };
    const publishCard = async (version: number) => {
      const change = { buyerId: userId, version, usable: true, paymentMethodId: `pm_${version}` };
      await accounts.publish(cardChanged, change, `${userId}-${version}`);
      await accounts.waitForEmptyQueue();
    };
    const findCopy = async () =>
      (
        await accounts.query(
          'SELECT stripe_payment_method_id AS card, card_version AS version FROM users WHERE id = $1',
          [userId],
        )
      )[0];
    const change = (paymentMethodId: string) =>
      accounts.commands.send(changeCard, { userId, paymentMethodId, caller: newCaller() });
    const stop = await accounts.answerFor('billing', {
      'cards.save': async ({ paymentMethodId }: { paymentMethodId: string }) => {
        if (paymentMethodId === 'pm_3') await publishCard(4);
        return { paymentMethodId, version: Number(paymentMethodId.slice(-1)), card };
      },
    });
    await change('pm_2');
    await publishCard(1);
    expect(await findCopy()).toEqual({ card: 'pm_2', version: 2 });
    await change('pm_3');
    await stop();
    expect(await findCopy()).toEqual({ card: 'pm_4', version: 4 });
    expect(await accounts.listActions(userId)).toContain('card-changed');
  });
});
