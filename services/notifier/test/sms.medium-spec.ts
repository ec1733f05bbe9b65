import {
  acceptTwilioRequest,
  type AgentChannel,
  applyTextMessageReport,
  changeChannel,
  confirmPhoneCode,
  getSmsSetUp,
  listChannels,
  listDeliveriesOfLead,
  lookUpPhone,
  sendPhoneCode,
  SMS_OPT_IN_TEXT,
  testChannel,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import twilio from 'twilio';
import { caller } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';
import { AUTH_TOKEN, PUBLIC_URL, TwilioSandbox } from './twilio-sandbox.js';

const notifier = new NotifierHarness();
const sandbox = new TwilioSandbox();

beforeAll(async () => {
  await sandbox.start(() => notifier);
  await notifier.start(sandbox.settings);
  await sandbox.set({ delayMs: 50 });
});
afterAll(async () => {
  await notifier.stop();
  await sandbox.stop();
});

let phones = 0;
const newPhone = (): string => `+1212555${String((phones += 1)).padStart(4, '0')}`;
const requestCode = (userId: string, phone: string) =>
  notifier.commands.send(sendPhoneCode, { userId, phone, optInText: SMS_OPT_IN_TEXT, caller });
const confirm = (userId: string, code: string) =>
  notifier.commands.send(confirmPhoneCode, { userId, code, caller });

const newAgent = async (): Promise<string> => (await notifier.registerConfirmed()).userId;

async function setUp(phone: string): Promise<{ userId: string; channelId: string }> {
  const userId = await newAgent();
  await requestCode(userId, phone);
  const { channel } = await confirm(userId, await sandbox.getCode(phone));
  return { userId, channelId: channel.id };
}

const getChannel = async (userId: string): Promise<AgentChannel | undefined> =>
  (await notifier.commands.send(listChannels, { userId })).channels[0];

const sell = async (buyerId: string): Promise<string> => (await notifier.sell(buyerId)).leadId;

const getDelivery = async (leadId: string) => {
  const { deliveries } = await notifier.commands.send(listDeliveriesOfLead, { leadId, buyerId: null });
  const delivery = deliveries.find(({ channel }) => channel === 'sms');
  if (!delivery) throw new Error('the lead has no text message');
  return delivery;
};

const waitFor = (leadId: string, matches: (delivery: Awaited<ReturnType<typeof getDelivery>>) => boolean) =>
  eventually(async () => {
    const delivery = await getDelivery(leadId);
    if (!matches(delivery)) throw new Error(`the delivery is ${JSON.stringify(delivery)}`);
    return delivery;
  });

const listLeadTexts = async (phone: string): Promise<string[]> =>
  (await sandbox.listReceived(phone)).map(({ body }) => body).filter((body) => body.includes('New lead'));

describe('a look-up of a phone number', () => {
  const lookUp = (phone: string) => notifier.commands.send(lookUpPhone, { phone });

  it('says whether the number is valid, and on what line', async () => {
    // Repeats look-ups that a busy machine did not answer in time.
    for (const [phone, isValid, lineType] of [
      ['+15125550142', true, 'mobile'],
      ['+15125550101', true, 'landline'],
      ['+15125550104', true, null],
      ['+15125550100', false, null],
    ] as const)
      await eventually(async () => expect(await lookUp(phone)).toEqual({ found: { isValid, lineType } }));
  });

  it('returns no result while the provider refuses', async () => {
    await sandbox.failNextLookup();
    expect(await lookUp('+15125550142')).toEqual({ found: null });
    await eventually(async () =>
      expect(await lookUp('+15125550142')).toMatchObject({ found: { isValid: true } }),
    );
  });
});

describe('the set-up of text messages', () => {
  it('needs the code that was sent to the number, and keeps the consent', async () => {
    const [userId, phone] = [await newAgent(), newPhone()];
    const { phone: stored } = await requestCode(userId, phone.slice(2));
    expect(stored).toBe(phone);
    expect(await getChannel(userId)).toBeUndefined();
    const code = await sandbox.getCode(phone);
    const wrong = code === '000000' ? '000001' : '000000';
    await expect(confirm(userId, wrong)).rejects.toMatchObject({ code: 'WRONG_PHONE_CODE' });
    const { channel } = await confirm(userId, code);
    expect(channel).toMatchObject({ kind: 'sms', state: 'active', address: phone });
    const consents: unknown[] = await notifier.dataSource.query(
      'SELECT phone, wording, network FROM phone_consents WHERE user_id = $1',
      [userId],
    );
    expect(consents).toEqual([{ phone, wording: SMS_OPT_IN_TEXT, network: '203.0.113.0/24' }]);
    await expect(confirm(userId, code)).rejects.toMatchObject({ code: 'PHONE_CODE_EXPIRED' });
  });

  it('stores no code', async () => {
    const [userId, phone] = [await newAgent(), newPhone()];
    await requestCode(userId, phone);
    const rows: object[] = await notifier.dataSource.query('SELECT * FROM phone_codes WHERE user_id = $1', [
      userId,
    ]);
    expect(JSON.stringify(rows.map((row) => ({ ...row, id: '', user_id: '' })))).not.toContain(
      await sandbox.getCode(phone),
    );
  });

  it('accepts no code after five wrong ones', async () => {
    const [userId, phone] = [await newAgent(), newPhone()];
    await requestCode(userId, phone);
    const code = await sandbox.getCode(phone);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1)
      await expect(confirm(userId, wrong)).rejects.toMatchObject({ code: 'WRONG_PHONE_CODE' });
    await expect(confirm(userId, code)).rejects.toMatchObject({ code: 'PHONE_CODE_EXPIRED' });
    expect(await notifier.commands.send(getSmsSetUp, { userId })).toMatchObject({ code: null });
  });

  it('makes an agent wait for the next code, and sends five an hour to one number', async () => {
    const phone = newPhone();
    for (let agents = 0; agents < 5; agents += 1) {
      const userId = await newAgent();
      await requestCode(userId, phone);
      await expect(requestCode(userId, newPhone())).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    }
    await expect(requestCode(await newAgent(), phone)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await sandbox.listReceived(phone)).toHaveLength(5);
  });

  it.each([
    ['+14165550123', 'INVALID_REQUEST'],
    ['+13005550003', 'PHONE_REFUSED'],
    ['+13005550009', 'PHONE_REFUSED'],
    ['+13005550004', 'PHONE_OPTED_OUT'],
  ])('refuses %s with %s', async (phone, code) => {
    await expect(requestCode(await newAgent(), phone)).rejects.toMatchObject({ code });
  });

  it('keeps the code valid if the answer to it was lost', async () => {
    const [userId, phone] = [await newAgent(), newPhone()];
    await sandbox.addFault({ kind: 'lost-answer' });
    await requestCode(userId, phone);
    await expect(confirm(userId, await sandbox.getCode(phone))).resolves.toBeDefined();
  });
});

describe('a lead as a text message', () => {
  it('is sent once, and delivered once the carrier confirms it, however often', async () => {
    await sandbox.set({ copies: 3, reversed: true });
    const phone = newPhone();
    const { userId } = await setUp(phone);
    const leadId = await sell(userId);
    const delivery = await waitFor(leadId, ({ confirmedAt }) => typeof confirmedAt === 'string');
    await sandbox.set({ copies: 1, reversed: false });
    expect(delivery).toMatchObject({ status: 'sent', attempts: 1, lastErrorCode: null });
    expect(await listLeadTexts(phone)).toEqual([expect.stringContaining(`/leads/${leadId} Reply STOP`)]);
  });

  it('fails later if the carrier reports so, and turns the channel off', async () => {
    const { userId } = await setUp('+13005530005');
    const delivery = await waitFor(await sell(userId), ({ status }) => status === 'failed');
    expect(delivery).toMatchObject({ lastErrorCode: 'NUMBER_UNREACHABLE', sentAt: null });
    expect(await getChannel(userId)).toMatchObject({
      state: 'disabled',
      disabledReason: 'NUMBER_UNREACHABLE',
    });
  });

  it('does not turn the channel off if it fails after the agent has confirmed another number', async () => {
    await sandbox.set({ delayMs: 600_000 });
    const { userId } = await setUp(newPhone());
    const { id } = await waitFor(await sell(userId), ({ status }) => status === 'sent');
    await sandbox.set({ delayMs: 50 });
    const newNumber = newPhone();
    await notifier.runAsOwner(
      `UPDATE phone_codes SET requested_at = requested_at - interval '1 hour' WHERE user_id = '${userId}'`,
    );
    await requestCode(userId, newNumber);
    await confirm(userId, await sandbox.getCode(newNumber));
    const [sent]: { messageSid: string }[] = await notifier.dataSource.query(
      'SELECT provider_message_id AS "messageSid" FROM deliveries WHERE id = $1',
      [id],
    );
    const report = { deliveryId: id, messageSid: sent?.messageSid ?? '', status: 'undelivered' };
    await notifier.publish(applyTextMessageReport, { ...report, errorCode: 30005 });
    await notifier.waitForAcknowledgments();
    expect(await notifier.listRows('deliveries', 'id', id)).toMatchObject([
      { status: 'failed', lastErrorCode: 'NUMBER_UNREACHABLE' },
    ]);
    expect(await getChannel(userId)).toMatchObject({
      state: 'active',
      address: newNumber,
      failingSince: null,
    });
  });

  it('is not sent again if its answer was lost and a report shows that it was accepted', async () => {
    const phone = newPhone();
    const { userId } = await setUp(phone);
    await sandbox.addFault({ kind: 'lost-answer' });
    const counted = await notifier.countDeliveries('sms', 'sent');
    const leadId = await sell(userId);
    const delivery = await waitFor(leadId, ({ confirmedAt }) => typeof confirmedAt === 'string');
    expect(delivery).toMatchObject({ status: 'sent', attempts: 1 });
    await eventually(async () => (await notifier.countDeliveries('sms', 'sent')) === counted + 1);
    expect(await listLeadTexts(phone)).toHaveLength(1);
  });

  it('is confirmed later if the carrier reports it before the answer is recorded', async () => {
    await sandbox.set({ delayMs: 600_000 });
    const { userId } = await setUp(newPhone());
    const leadId = await sell(userId);
    const { id } = await waitFor(leadId, ({ status }) => status === 'sent');
    await sandbox.set({ delayMs: 50 });
    const record = (changes: string) =>
      notifier.runAsOwner(`UPDATE deliveries SET ${changes} WHERE id = '${id}'`);
    await record("status = 'queued', sent_at = NULL, lease_until = now() + interval '1 hour'");
    const target = `/api/webhooks/twilio/status?delivery=${id}`;
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' };
    const form = new URLSearchParams(fields).toString();
    const signature = twilio.getExpectedTwilioSignature(AUTH_TOKEN, PUBLIC_URL + target, fields);
    await notifier.commands.send(acceptTwilioRequest, { target, form, signature });
    expect(await getDelivery(leadId)).toMatchObject({ status: 'queued', confirmedAt: null });
    await record("status = 'sent', sent_at = now(), lease_until = NULL");
    await waitFor(leadId, ({ confirmedAt }) => typeof confirmedAt === 'string');
  });

  it.each([
    ['too many messages', { kind: 'status', status: 429, retryAfterSeconds: 1, body: '{"code":20429}' }],
    ['a refusal of our credentials', { kind: 'status', status: 401, body: '{"code":20003}' }],
  ])('is sent again after %s', async (_name, fault) => {
    const phone = newPhone();
    const { userId } = await setUp(phone);
    await sandbox.addFault(fault);
    const delivery = await waitFor(await sell(userId), ({ status }) => status === 'sent');
    expect(delivery.attempts).toBe(2);
    expect(await listLeadTexts(phone)).toHaveLength(1);
  });

  it('can be tried with a sample', async () => {
    const phone = newPhone();
    const { userId, channelId } = await setUp(phone);
    const result = await notifier.commands.send(testChannel, { userId, channelId });
    expect(result).toMatchObject({ isAccepted: true, reason: null });
    expect(await listLeadTexts(phone)).toEqual([result.request]);
  });
});

describe('an answer from the phone', () => {
  it('turns the channel of every agent with the number off, until START', async () => {
    const phone = newPhone();
    const [first, second] = [await setUp(phone), await setUp(phone)];
    await sandbox.answer(phone, ' Stop ');
    for (const { userId } of [first, second])
      expect(await getChannel(userId)).toMatchObject({ state: 'disabled', disabledReason: 'OPTED_OUT' });
    await expect(requestCode(await newAgent(), phone)).rejects.toMatchObject({ code: 'PHONE_OPTED_OUT' });
    const resume = { ...first, change: 'resume', caller } as const;
    await expect(notifier.commands.send(changeChannel, resume)).rejects.toMatchObject({
      code: 'CHANNEL_NEEDS_SET_UP',
    });

    await sandbox.answer(phone, 'START');
    expect(await getChannel(second.userId)).toMatchObject({ state: 'paused' });
    const { channel } = await notifier.commands.send(changeChannel, resume);
    expect(channel).toMatchObject({ state: 'active' });
  });

  it.each(['Please stop texting me', 'STOP ALL', '¡No más mensajes! 🙏'])(
    'ends texts after %j and confirms it once, since Twilio does not',
    async (body) => {
      const phone = newPhone();
      const { userId } = await setUp(phone);
      await sandbox.answer(phone, body);
      expect(await getChannel(userId)).toMatchObject({ state: 'disabled', disabledReason: 'OPTED_OUT' });
      expect(sandbox.replies.at(-1)).toContain('You get no more texts');
      await sandbox.answer(phone, body);
      expect(sandbox.replies.at(-1)).toBeNull();
    },
  );

  it('leaves the confirmation of its keywords to Twilio', async () => {
    const phone = newPhone();
    await setUp(phone);
    await sandbox.answer(phone, 'Quit');
    expect(sandbox.replies.at(-1)).toBeNull();
  });

  it('gets help for HELP, and no reply to anything else', async () => {
    const phone = newPhone();
    await sandbox.answer(phone, 'help');
    expect(sandbox.replies.at(-1)).toContain('https://desk.example/contact');
    await sandbox.answer(phone, 'who is this?');
    expect(sandbox.replies.at(-1)).toBeNull();
  });

  it('is refused unless Twilio signed it', async () => {
    const phone = newPhone();
    const { userId } = await setUp(phone);
    const form = new URLSearchParams({ MessageSid: 'SM1', From: phone, Body: 'STOP' }).toString();
    const forged = { target: '/api/webhooks/twilio', form, signature: 'Zm9yZ2VkZm9yZ2VkZm9yZ2Vk' };
    await expect(notifier.commands.send(acceptTwilioRequest, forged)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    });
    expect(await getChannel(userId)).toMatchObject({ state: 'active' });
  });
});
