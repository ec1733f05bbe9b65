import { randomUUID } from 'node:crypto';
import {
  accountStatusChanged,
  agentErased,
  buyerClosed,
  createLeadView,
  declineProblemReport,
  reportProblem,
  setFilters,
  updateDisposition,
} from '@desk/contracts';
import { DataCipher } from '@desk/service-kit';
import { eventually, testDataKey } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { exportBuyer } from '../src/buyer-erasure/buyer-status.repository.js';
import { byBuyer, type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';
import { noFilters } from './routing-model.js';

let router: Fixture;

beforeAll(async () => {
  router = await startFixture();
});
afterAll(() => router.stop());
beforeEach(() => router.reset());

const erase = (userId: string) =>
  router.deliver(agentErased, { userId, at: new Date().toISOString() }, userId);
const findBuyer = async (buyerId: string) => {
  const [buyer] = await router.query<{
    erased_at: Date | null;
    closed_at: Date | null;
    is_eligible: boolean;
  }>('SELECT erased_at, closed_at, is_eligible FROM buyers WHERE id = $1', [buyerId]);
  return buyer;
};
const waitUntilErased = (buyerId: string) =>
  eventually(async () => (await findBuyer(buyerId))?.erased_at !== null);
const waitUntilClosed = (buyerId: string) =>
  eventually(async () => (await findBuyer(buyerId))?.closed_at !== null);
/** One for billing and one for the notifier. */
const listClosedEvents = () => router.listPublished(buyerClosed);

const DETAILS = 'Nothing arrived at my office';
const report = (buyerId: string, leadId: string) =>
  router.client.send(reportProblem, { buyerId, leadId, reason: 'not-delivered', details: DETAILS });
const decline = (reportId: string) =>
  router.client.send(declineProblemReport, {
    reportId,
    actorId: randomUUID(),
    note: 'It was delivered.',
    caller: { address: '192.0.2.1', userAgent: null },
  });
async function reportAndDecline(buyerId: string, leadId: string): Promise<void> {
  await decline((await report(buyerId, leadId)).id);
}

test('offers an erased buyer no lead, whatever messages arrive later', async () => {
  const buyerId = await router.addBuyer();
  await erase(buyerId);
  await waitUntilClosed(buyerId);
  await router.deliver(accountStatusChanged, {
    userId: buyerId,
    version: 9,
    disabled: false,
    at: new Date().toISOString(),
  });
  await router.saveCard(buyerId, 9);
  await router.query(
    'UPDATE buyers SET account_disabled = false, is_eligible = true, erased_at = NULL WHERE id = $1',
    [buyerId],
  );
  const { leadId } = await router.post(newLead());
  await router.drain();
  expect(await router.listOffers(leadId)).toEqual([]);
  expect(await findBuyer(buyerId)).toMatchObject({ is_eligible: false, erased_at: expect.any(Date) });
});

test('closes the buyer once the charge in progress ends, and publishes the undelivered leads', async () => {
  const buyerId = await router.addBuyer();
  const delivered = await router.sell();
  await router.reportDelivered(delivered, new Date());
  const { leadId } = await router.post(newLead());
  const offer = await router.waitForOffer(leadId);
  await erase(buyerId);
  await waitUntilErased(buyerId);
  await router.drain();
  expect(await listClosedEvents()).toEqual([]);

  await router.charge(offer);
  await waitUntilClosed(buyerId);
  expect(await router.getStatus(leadId)).toBe('sold');
  const closed = { buyerId, undeliveredLeadIds: [leadId] };
  expect(await listClosedEvents()).toMatchObject([closed, closed]);
});

/** Inserts sales without their leads and offers. */
const addUndelivered = (buyerId: string, count: number) =>
  router.setStored(
    `INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, state, lead_type, age_range,
                             estimated_assets, hashes)
     SELECT gen_random_uuid(), gen_random_uuid(), '${buyerId}', now(), 8000, 'TX', 'MYGA', '61-65', '$1M+', '{}'
       FROM generate_series(1, ${count})`,
  );

test('waits while a buyer has too many undelivered leads for one message, and closes other buyers meanwhile', async () => {
  const waiting = await router.addBuyer();
  await addUndelivered(waiting, 10_001);
  await erase(waiting);
  await waitUntilErased(waiting);
  const other = await router.addBuyer();
  const { leadId } = await router.post(newLead());
  const offer = await router.waitForOffer(leadId);
  await erase(other);
  await waitUntilErased(other);
  await router.charge(offer);
  await waitUntilClosed(other);
  expect(await findBuyer(waiting)).toMatchObject({ closed_at: null });

  await router.query(
    `UPDATE sold_leads SET refunded_at = now()
      WHERE lead_id = (SELECT lead_id FROM sold_leads WHERE buyer_id = $1 LIMIT 1)`,
    [waiting],
  );
  await waitUntilClosed(waiting);
  const listedLeads = (await listClosedEvents())
    .filter(({ buyerId }) => buyerId === waiting)
    .map(({ undeliveredLeadIds }) => undeliveredLeadIds.length);
  expect(listedLeads).toEqual([10_000, 10_000]);
});

test('gives the lead to the next buyer if the charge in progress is declined', async () => {
  const erased = await router.addBuyer();
  const { leadId } = await router.post(newLead());
  const offer = await router.waitForOffer(leadId);
  await erase(erased);
  await waitUntilErased(erased);
  const next = await router.addBuyer();
  await router.decline(offer);
  await waitUntilClosed(erased);
  expect((await router.waitForOffer(leadId)).buyer_id).toBe(next);
});

test('removes the notes, plans and saved views, and refuses new ones', async () => {
  const buyerId = await router.addBuyer();
  const { lead_id: leadId } = await router.sell();
  const update = { leadId, buyerId, disposition: 'won' as const };
  const plans = { remindAt: '2099-03-31T15:00', appointmentAt: '2099-04-01T15:00', commissionCents: 125_000 };
  await router.client.send(updateDisposition, { ...update, ...plans, version: 1, notes: 'Call Ada at home' });
  const view = { buyerId, viewId: randomUUID(), name: 'Texas', filters: { state: 'TX' } } as const;
  await router.client.send(createLeadView, view);
  await erase(buyerId);
  await waitUntilClosed(buyerId);
  const find = () =>
    router.query(
      'SELECT notes, remind_at, appointment_at, commission_cents, disposition, version FROM sold_leads',
    );
  const removed = { notes: '', remind_at: null, appointment_at: null, commission_cents: null };
  expect(await find()).toEqual([{ ...removed, disposition: 'won', version: 3 }]);
  expect(await router.query('SELECT * FROM lead_views')).toEqual([]);
  expect(await router.query('SELECT 1 FROM sale_counts WHERE commission_cents <> 0')).toEqual([]);
  await expect(router.client.send(createLeadView, { ...view, viewId: randomUUID() })).rejects.toMatchObject({
    code: 'BUYER_NOT_FOUND',
  });
  await expect(
    router.client.send(updateDisposition, { ...update, version: 3, notes: 'Again' }),
  ).rejects.toMatchObject({ code: 'LEAD_CHANGED' });
  expect(await find()).toMatchObject([removed]);
});

test('removes the text of problem reports and of the decisions about them', async () => {
  const buyerId = await router.addBuyer();
  const { lead_id: leadId } = await router.sell();
  await reportAndDecline(buyerId, leadId);
  await erase(buyerId);
  await waitUntilClosed(buyerId);
  expect(await router.query('SELECT state, details, decision_note FROM problem_reports')).toEqual([
    { state: 'declined', details: '', decision_note: '' },
  ]);
  const again = { buyerId, leadId, reason: 'other', details: 'Me again' } as const;
  await expect(router.client.send(reportProblem, again)).rejects.toMatchObject({ code: 'LEAD_NOT_FOUND' });
});

test('stores no text of a decision that follows the erasure', async () => {
  const buyerId = await router.addBuyer();
  const { lead_id: leadId } = await router.sell();
  const { id: reportId } = await report(buyerId, leadId);
  await erase(buyerId);
  await waitUntilClosed(buyerId);
  expect(await decline(reportId)).toMatchObject({ state: 'declined', declineReason: '' });
  expect(await router.query('SELECT state, details, decision_note FROM problem_reports')).toEqual([
    { state: 'declined', details: '', decision_note: '' },
  ]);
});

test('erases a buyer whose registration arrives late', async () => {
  const buyerId = randomUUID();
  await erase(buyerId);
  await eventually(async () => (await router.countDelayedEvents()) > 0);
  await router.addBuyer({ id: buyerId, card: false });
  await waitUntilClosed(buyerId);
});

test('exports a buyer with leads by id only', async () => {
  const buyerId = await router.addBuyer();
  const offer = await router.sell({ fullName: 'Margaret Ellison' });
  const notes = 'Likes mornings';
  await reportAndDecline(buyerId, offer.lead_id);
  await router.client.send(updateDisposition, { buyerId, leadId: offer.lead_id, version: 1, notes });
  const view = { name: 'Texas', filters: { state: 'TX' } } as const;
  await router.client.send(createLeadView, { ...view, buyerId, viewId: randomUUID() });
  const hours = [{ day: 1, from: 540, to: 1_020 }];
  const filters = { ...noFilters, states: ['TX' as const], hours, weeklyBudgetCents: 100_000 };
  await router.client.send(setFilters, { ...byBuyer(buyerId), filters });
  const dataSource = await router.openDataSource();
  const exported = await exportBuyer(dataSource, new DataCipher(testDataKey()), buyerId);
  expect(exported).toMatchObject({
    buyer: [
      { daily_lead_limit: 25, filter_states: ['TX'], weekly_hours: hours, weekly_budget_cents: 100_000 },
    ],
    filterChanges: [{ states: ['TX'], weekly_hours: hours, weekly_budget_cents: 100_000 }],
    cardChanges: [{ usable: true }],
    offers: [{ id: offer.id, lead_id: offer.lead_id, status: 'charged' }],
    boughtLeads: [{ lead_id: offer.lead_id, notes }],
    leadViews: [view],
    problemReports: [
      { lead_id: offer.lead_id, state: 'declined', details: DETAILS, decision_note: 'It was delivered.' },
    ],
  });
  expect(JSON.stringify(exported)).not.toContain('Margaret');
});
