import { randomUUID } from 'node:crypto';
import { leadSold, type RequestOf, resendDeliveries, resendOwnDelivery } from '@desk/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { caller, newSale } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const { mailServer } = notifier;

beforeAll(() => notifier.start());
afterAll(() => notifier.stop());

/** Creates a buyer whose mailbox refused some leads. Another channel is still trying, so they are not refunded. */
async function newBuyer(leads: number) {
  const user = await notifier.register();
  mailServer.refuseRecipient(user.email);
  const sales = [];
  for (let index = 0; index < leads; index += 1) {
    const sale = newSale({ buyerId: user.userId });
    const channelId = randomUUID();
    const [existing]: { id: string }[] = await notifier.dataSource.query(
      `INSERT INTO channels (id, buyer_id, kind, address, first_name, removed_at) VALUES ($1, $2, 'sms', '', 'Dana', now())
       ON CONFLICT (buyer_id, kind) DO UPDATE SET updated_at = now() RETURNING id`,
      [channelId, user.userId],
    );
    await notifier.dataSource.query(
      `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content, status, sent_at)
       VALUES ($1::uuid, $2, $3, $4, $5, 'sms', '', $1::uuid::text, '{}', 'sent', now())`,
      [channelId, sale.leadId, sale.buyerId, sale.offerId, existing?.id],
    );
    await notifier.publish(leadSold, sale, sale.leadId);
    sales.push(sale);
  }
  const rows = [];
  for (const { leadId } of sales) rows.push(await notifier.waitForStatus(leadId, 'failed'));
  mailServer.acceptRecipient(user.email);
  return { ...user, sales, ids: rows.map(({ id }) => id) };
}

const resend = (request: Partial<RequestOf<typeof resendDeliveries>>) =>
  notifier.commands.send(resendDeliveries, {
    deliveryIds: null,
    buyerId: null,
    channel: null,
    after: null,
    failedBefore: new Date().toISOString(),
    actorId: randomUUID(),
    caller,
    ...request,
  });

it('sends all matching deliveries again, a batch at a time, and none twice when repeated', async () => {
  const buyer = await newBuyer(28);
  const other = await newBuyer(1);
  const failedBefore = new Date().toISOString();
  const { userId: buyerId } = buyer;
  const first = await resend({ buyerId, channel: 'email', failedBefore });
  expect(first).toMatchObject({ resent: 25, skipped: 0, next: expect.anything() });
  expect(await resend({ buyerId, failedBefore, after: first.next })).toEqual({
    resent: 3,
    skipped: 0,
    next: null,
  });
  for (const { leadId } of buyer.sales) await notifier.waitForStatus(leadId, 'sent');
  expect(await resend({ buyerId, failedBefore })).toEqual({ resent: 0, skipped: 0, next: null });
  expect(mailServer.listReceived(buyer.email)).toHaveLength(28);
  expect(await notifier.getDelivery(other.sales[0]!.leadId)).toMatchObject({ status: 'failed' });
  const actions = (await notifier.listAllPublished()).filter(
    ({ payload }) => payload['action'] === 'delivery-resent',
  );
  expect(actions).toHaveLength(28);
});

it('leaves out what failed again since the first request', async () => {
  const { ids, email, sales } = await newBuyer(1);
  const failedBefore = new Date().toISOString();
  mailServer.refuseRecipient(email);
  expect(await resend({ deliveryIds: ids, failedBefore })).toMatchObject({ resent: 1, skipped: 0 });
  await notifier.waitForAcknowledgments();
  await notifier.waitForStatus(sales[0]!.leadId, 'failed');
  expect(await resend({ deliveryIds: ids, failedBefore })).toMatchObject({ resent: 0, skipped: 1 });
  expect(await resend({ deliveryIds: [randomUUID()] })).toMatchObject({ resent: 0, skipped: 1 });
});

it('lets an agent send only their own delivery again', async () => {
  const { ids, userId, sales } = await newBuyer(1);
  const deliveryId = ids[0]!;
  const resendAs = (buyerId: string) =>
    notifier.commands.send(resendOwnDelivery, { deliveryId, buyerId, caller });
  await expect(resendAs(randomUUID())).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
  expect(await resendAs(userId)).toMatchObject({ id: deliveryId, status: 'queued' });
  await notifier.waitForStatus(sales[0]!.leadId, 'sent');
  await expect(resendAs(userId)).rejects.toMatchObject({ code: 'DELIVERY_NOT_FAILED' });
});
