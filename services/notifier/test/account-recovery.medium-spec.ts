import { createHash, randomUUID } from 'node:crypto';
import {
  accountRecovered,
  changeChannel,
  confirmPhoneCode,
  DomainError,
  listChannels,
  type Ownership,
  type PayloadOf,
  setUpWebhook,
} from '@desk/contracts';
import { DataCipher } from '@desk/service-kit';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toCodePurpose } from '../src/channels/sms/phone-code-rules.js';
import { caller } from './fixtures.js';
import { HookServer, status } from './hook-server.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const hooks = new HookServer();

beforeAll(async () => {
  await hooks.listen();
  await notifier.start();
});
afterAll(async () => {
  await notifier.stop();
  await hooks.close();
});

const owned = (recoveryVersion: number): Ownership => ({ recoveryVersion, isEmailConfirmed: true });
const register = async (): Promise<string> => (await notifier.registerConfirmed()).userId;
const setUp = async (userId: string, version: number): Promise<string> =>
  (
    await notifier.commands.send(setUpWebhook, {
      userId,
      url: hooks.urlOf(`/${userId}`),
      ownership: owned(version),
      caller,
    })
  ).channel.id;
const recover = async (
  userId: string,
  version: number,
  destinations: PayloadOf<typeof accountRecovered>['destinations'],
): Promise<void> => {
  const at = new Date().toISOString();
  // Each with a message id of its own, like the command and the event of the same recovery.
  await notifier.publish(accountRecovered, { userId, version, destinations, card: 'stays', at });
  await notifier.waitForAcknowledgments();
};
const keep = async (userId: string, version: number): Promise<void> => {
  const [channel] = (await notifier.commands.send(listChannels, { userId })).channels;
  const channelId = channel?.id ?? randomUUID();
  await notifier.commands.send(changeChannel, {
    userId,
    channelId,
    change: 'keep',
    ownership: owned(version),
    caller,
  });
};
const stateOf = async (userId: string): Promise<string> => {
  const [channel] = (await notifier.commands.send(listChannels, { userId })).channels;
  if (!channel) return 'none';
  return channel.needsReview ? 'review' : channel.state;
};
const listDeliveries = (leadId: string) => notifier.listRows('deliveries', 'lead_id', leadId);
const codeOf = async (attempt: Promise<unknown>): Promise<string | undefined> => {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};

describe('a channel set up before its account was recovered', () => {
  it('gets no leads until the agent keeps it; email goes on', async () => {
    const userId = await register();
    const channelId = await setUp(userId, 0);
    await recover(userId, 1, 'paused');
    const paused = await notifier.sell(userId);
    await notifier.waitForStatus(paused.leadId, 'sent');
    expect(await listDeliveries(paused.leadId)).toHaveLength(1);
    const resume = { userId, channelId, change: 'resume', caller } as const;
    expect(await codeOf(notifier.commands.send(changeChannel, resume))).toBe('CHANNEL_NEEDS_REVIEW');
    await keep(userId, 1);
    const kept = await notifier.sell(userId);
    await eventually(async () => (await listDeliveries(kept.leadId)).length === 2);
  });

  it('gets no lead that was waiting for it when the account was recovered', async () => {
    const userId = await register();
    await setUp(userId, 0);
    let answer: () => void = () => undefined;
    hooks.script(`/${userId}`, (response) => (answer = () => status(503)(response)));
    const { leadId } = await notifier.sell(userId);
    await eventually(() => hooks.listReceived(`/${userId}`).length > 0);
    const recovered = recover(userId, 1, 'paused');
    await eventually(async () => (await stateOf(userId)) === 'review');
    answer();
    await recovered;
    await eventually(async () =>
      (await listDeliveries(leadId)).some(({ lastErrorCode }) => lastErrorCode === 'CHANNEL_OFF'),
    );
    expect(hooks.listReceived(`/${userId}`)).toHaveLength(1);
  });

  it('is removed if nobody had confirmed the address', async () => {
    const userId = await register();
    await setUp(userId, 0);
    await recover(userId, 1, 'removed');
    expect(await stateOf(userId)).toBe('none');
  });
});

it('sets up nothing for an address that is not confirmed', async () => {
  const { userId } = await notifier.register();
  const request = { userId, url: hooks.urlOf('/x'), caller };
  expect(await codeOf(notifier.commands.send(setUpWebhook, request))).toBe('EMAIL_NOT_CONFIRMED');
  const ownership = { recoveryVersion: 0, isEmailConfirmed: false };
  expect(await codeOf(notifier.commands.send(setUpWebhook, { ...request, ownership }))).toBe(
    'EMAIL_NOT_CONFIRMED',
  );
});

/**
 * What may happen to an account. Numbers are versions of the recovery; `late` is a request that an intruder's session
 * began before it. Messages come twice and in any order.
 */
const STEPS = [
  'recovery 1',
  'recovery 2',
  'recovery 1 again',
  'late set-up',
  'set-up',
  'late keep',
  'keep',
] as const;
type Step = (typeof STEPS)[number];

interface Model {
  known: number;
  /** Version under which the channel was set up or kept; undefined if there is none. */
  channel: number | undefined;
}
/** The version of the owner's session, and of the intruder's. */
const [OWNER, INTRUDER] = [2, 0];

function expectAfter(step: Step, { known, channel }: Model): Model {
  if (step === 'recovery 1' || step === 'recovery 1 again') return { known: Math.max(known, 1), channel };
  if (step === 'recovery 2') return { known: 2, channel };
  const version = step.startsWith('late') ? INTRUDER : OWNER;
  if (version < known) return { known, channel };
  if (step.endsWith('keep') && channel === undefined) return { known, channel };
  return { known, channel: version };
}

async function perform(step: Step, userId: string): Promise<void> {
  if (step === 'recovery 2') return recover(userId, 2, 'paused');
  if (step.startsWith('recovery')) return recover(userId, 1, 'paused');
  const version = step.startsWith('late') ? INTRUDER : OWNER;
  await codeOf(step.endsWith('keep') ? keep(userId, version) : setUp(userId, version));
}

/** The same order for the same seed. */
const shuffle = (seed: number): Step[] =>
  STEPS.map((step): [string, Step] => [createHash('sha256').update(`${seed} ${step}`).digest('hex'), step])
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, step]) => step);

it('uses what the owner set up or kept after the recovery, and nothing else, in any order of messages', async () => {
  for (let seed = 0; seed < 12; seed += 1) {
    const userId = await register();
    const steps = shuffle(seed);
    let model: Model = { known: 0, channel: undefined };
    for (const step of steps) {
      await perform(step, userId);
      model = expectAfter(step, model);
      const { known, channel } = model;
      const expected = channel === undefined ? 'none' : channel < known ? 'review' : 'active';
      expect({ seed, steps, step, state: await stateOf(userId) }).toEqual({
        seed,
        steps,
        step,
        state: expected,
      });
    }
  }
});

const PHONE = '+12125550123';

it.each([
  ['a recovery', (userId: string) => `recovery of ${userId}`],
  ['a STOP', () => `phone ${PHONE}`],
])('keeps no phone code locked that is confirmed during %s', async (_name, toLock) => {
  const userId = await register();
  const digest = new DataCipher(notifier.dataKeys).digest('012345', toCodePurpose(userId, PHONE));
  await notifier.dataSource.query(
    `INSERT INTO phone_codes (id, user_id, phone, digest, opt_in_text, network, requested_at, expires_at)
     VALUES ($1, $2, $3, $4, '', '', now(), now() + interval '1 hour')`,
    [randomUUID(), userId, PHONE, digest],
  );
  let confirmed: Promise<unknown> = Promise.resolve();
  await notifier.withTransaction(async (other) => {
    await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [toLock(userId)]);
    confirmed = notifier.commands.send(confirmPhoneCode, { userId, code: '012345', caller });
    await notifier.waitForBlockedStatement();
    await other.query('SELECT 1 FROM phone_codes WHERE user_id = $1 FOR UPDATE NOWAIT', [userId]);
  });
  await expect(confirmed).resolves.toMatchObject({ channel: { kind: 'sms', address: PHONE } });
});
