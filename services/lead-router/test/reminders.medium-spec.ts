import { randomUUID } from 'node:crypto';
import { leadRefundFailed, reminderDue, updateDisposition, withholdLead } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Fixture, type Offer, startFixture } from './lead-router.fixture.js';

let router: Fixture;
let buyerId: string;

beforeAll(async () => {
  router = await startFixture();
});
afterAll(() => router.stop());
beforeEach(async () => {
  await router.reset();
  buyerId = await router.addBuyer();
});

const listPublished = async () =>
  (await router.listPublished(reminderDue)).toSorted((a, b) => a.remindAt.localeCompare(b.remindAt));
const waitForPublished = (count: number) =>
  eventually(async () => {
    const published = await listPublished();
    return published.length >= count && published;
  });
const makeDue = (offer: Offer, remindAt: string) =>
  router.query('UPDATE sold_leads SET remind_at = $2 WHERE lead_id = $1', [offer.lead_id, remindAt]);
const findReminder = async (offer: Offer) => {
  const [row] = await router.query<{ remind_at: Date; reminded_at: Date | null }>(
    'SELECT remind_at, reminded_at FROM sold_leads WHERE lead_id = $1',
    [offer.lead_id],
  );
  return row;
};
/** Waits until a run has published everything that was due before. */
async function waitForSweep(): Promise<void> {
  const other = await router.sell();
  await makeDue(other, '2026-01-02T00:00:00.000Z');
  await eventually(async () => (await findReminder(other))?.reminded_at !== null);
}

test('a reminder is published once when it is due, with nothing that identifies the person', async () => {
  const offer = await router.sell({ state: 'TX', leadType: 'MYGA' });
  await makeDue(offer, '2026-03-31T19:00:00.000Z');
  const expected = {
    leadId: offer.lead_id,
    buyerId,
    remindAt: '2026-03-31T19:00:00.000Z',
    leadType: 'MYGA',
    state: 'TX',
  };
  expect(await waitForPublished(1)).toEqual([expected]);
  await waitForSweep();
  expect(await listPublished()).toEqual([
    expect.objectContaining({ remindAt: '2026-01-02T00:00:00.000Z' }),
    expected,
  ]);
});

test('reminders are each published once, in more than one batch and by two copies', async () => {
  await router.setStored(
    `INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, remind_at, state, lead_type, age_range,
                             estimated_assets, hashes)
     SELECT gen_random_uuid(), gen_random_uuid(), '${buyerId}', now(), 8000, now() - n * interval '1 minute', 'TX', 'MYGA',
            '61-65', '$1M+', '{}' FROM generate_series(1, 1200) n`,
  );
  const published = await waitForPublished(1_200);
  expect(new Set(published.map(({ leadId }) => leadId)).size).toBe(1_200);
  expect(await router.query('SELECT 1 FROM sold_leads WHERE reminded_at IS NULL')).toEqual([]);
});

test('a reminder fires again after its time was changed, and not after anything else was', async () => {
  const offer = await router.sell();
  const update = { buyerId, leadId: offer.lead_id };
  await makeDue(offer, '2026-03-31T19:00:00.000Z');
  await waitForPublished(1);
  const sameTime = { remindAt: '2026-03-31T15:00', notes: 'Spoke today' };
  await router.client.send(updateDisposition, { ...update, version: 1, ...sameTime });
  expect(await findReminder(offer)).toMatchObject({ reminded_at: expect.any(Date) });

  await router.client.send(updateDisposition, { ...update, version: 2, remindAt: '2099-03-31T15:00' });
  expect(await findReminder(offer)).toEqual({
    remind_at: new Date('2099-03-31T19:00:00.000Z'),
    reminded_at: null,
  });
  await makeDue(offer, '2026-04-01T19:00:00.000Z');
  expect(await waitForPublished(2)).toMatchObject([
    { remindAt: '2026-03-31T19:00:00.000Z' },
    { remindAt: '2026-04-01T19:00:00.000Z' },
  ]);
});

test('a refunded lead reminds nobody, until its buyer has paid for it again', async () => {
  const offer = await router.sell();
  const ids = { leadId: offer.lead_id, offerId: offer.id, buyerId };
  await router.client.send(withholdLead, ids);
  await makeDue(offer, '2026-03-31T19:00:00.000Z');
  await waitForSweep();
  expect(await findReminder(offer)).toMatchObject({ reminded_at: null });

  const refund = { refundId: randomUUID(), purchaseId: randomUUID(), amountCents: 8_000 };
  await router.deliver(leadRefundFailed, { ...ids, ...refund, failedAt: new Date().toISOString() });
  await eventually(async () => (await findReminder(offer))?.reminded_at !== null);
});

test('an erased buyer is not reminded, even before the erasure has removed the reminder', async () => {
  const offer = await router.sell();
  await router.setStored(
    `UPDATE buyers SET erased_at = now(), closed_at = now(), is_eligible = false WHERE id = '${buyerId}'`,
  );
  await router.addBuyer();
  await makeDue(offer, '2026-03-31T19:00:00.000Z');
  await waitForSweep();
  expect(await findReminder(offer)).toMatchObject({ reminded_at: null });
});

test('a reminder that was due while no copy ran is published once afterwards', async () => {
  const offer = await router.sell();
  await router.restart([]);
  await makeDue(offer, '2026-03-31T19:00:00.000Z');
  await router.restart([{}, {}]);
  await waitForPublished(1);
  await waitForSweep();
  expect((await listPublished()).filter(({ leadId }) => leadId === offer.lead_id)).toHaveLength(1);
});
