import { randomUUID } from 'node:crypto';
import {
  exportSoldLeads,
  getSoldLead,
  leadRefunded,
  leadRefundFailed,
  leadSeen,
  listSoldLeads,
  updateDisposition,
  withholdLead,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Fixture, type Offer, startFixture } from './lead-router.fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const person = { fullName: 'Rosa Valdez', email: 'rosa@example.com', phone: '+12125553001' };

async function sell(): Promise<Offer> {
  await fixture.addBuyer();
  return fixture.sell(person);
}
const idsOf = ({ id: offerId, lead_id: leadId, buyer_id: buyerId }: Offer) => ({ offerId, leadId, buyerId });
const withhold = async (offer: Offer) => (await fixture.client.send(withholdLead, idsOf(offer))).isWithheld;
const filters = { search: null, days: null };
const list = (offer: Offer, over: { search?: string; isByAdmin?: boolean } = {}) =>
  fixture.client.send(listSoldLeads, {
    buyerId: offer.buyer_id,
    ...filters,
    page: 1,
    pageSize: 10,
    ...over,
  });
const exportLeads = (offer: Offer) =>
  fixture.client.send(exportSoldLeads, { buyerId: offer.buyer_id, ...filters, after: null, limit: 10 });
const get = ({ buyer_id: buyerId, lead_id: leadId }: Offer) =>
  fixture.client.send(getSoldLead, { buyerId, leadId });

/** Every way in which a buyer reads contact data. */
const reads: readonly (readonly [name: string, read: (offer: Offer) => Promise<object>])[] = [
  ['the list', async (offer) => (await list(offer)).leads[0] ?? {}],
  ['a search', async (offer) => (await list(offer, { search: 'rosa' })).leads[0] ?? {}],
  ['the page', get],
  ['the export', async (offer) => (await exportLeads(offer)).leads[0] ?? {}],
];
const removed = { fullName: 'Removed', email: 'Removed', phone: 'Removed', zipCode: 'Removed' };

async function refund(offer: Offer): Promise<string> {
  const refundId = randomUUID();
  const ids = { ...idsOf(offer), refundId, purchaseId: randomUUID(), amountCents: 8_000 };
  const at = new Date().toISOString();
  await fixture.deliver(leadRefunded, { ...ids, reason: 'goodwill', refundedAt: at }, refundId);
  await eventually(async () => (await get(offer)).refundedAt !== null);
  await fixture.drain();
  return refundId;
}
async function failRefund(offer: Offer, refundId: string): Promise<void> {
  const ids = { ...idsOf(offer), refundId, purchaseId: randomUUID(), amountCents: 8_000 };
  await fixture.deliver(leadRefundFailed, { ...ids, failedAt: new Date().toISOString() });
  await eventually(async () => (await get(offer)).refundedAt === null);
}

describe('a lead that no channel could deliver', () => {
  test.each(reads)('is not refunded once its buyer read it in %s', async (_name, read) => {
    const offer = await sell();
    expect(await read(offer)).toMatchObject(person);
    expect(await withhold(offer)).toBe(false);
    expect(await withhold(offer)).toBe(false);
    expect(await read(offer)).toMatchObject(person);
    expect(await fixture.listPublished(leadSeen)).toMatchObject([idsOf(offer)]);
  });

  test.each(reads)('can no longer be read in %s once it is refunded', async (_name, read) => {
    const offer = await sell();
    expect(await withhold(offer)).toBe(true);
    expect(await withhold(offer)).toBe(true);
    expect(JSON.stringify(await read(offer))).not.toMatch(/rosa|5553001/i);
    expect(await get(offer)).toMatchObject({
      ...removed,
      consent: null,
      extras: null,
      isContactWithheld: true,
    });
  });

  test.each(reads)('is either read in %s or refunded if both happen at once', async (_name, read) => {
    const offer = await sell();
    const attempts = Array.from({ length: 6 }, () => read(offer));
    const [isWithheld, ...answers] = await Promise.all([withhold(offer), ...attempts]);
    const hasRead = answers.some((answer) => JSON.stringify(answer).includes('rosa@example.com'));
    expect(hasRead).toBe(!isWithheld);
  });

  test('is refunded if only an admin read it, who can still read it', async () => {
    const offer = await sell();
    expect((await list(offer, { isByAdmin: true })).leads).toMatchObject([person]);
    expect(await withhold(offer)).toBe(true);
    expect((await list(offer, { isByAdmin: true })).leads).toMatchObject([person]);
  });

  test('is decided for its own buyer and offer only', async () => {
    const offer = await sell();
    const foreign = { ...idsOf(offer), buyerId: randomUUID() };
    await expect(fixture.client.send(withholdLead, foreign)).rejects.toMatchObject({
      code: 'LEAD_NOT_FOUND',
    });
    expect((await list(offer)).leads).toMatchObject([person]);
  });
});

describe('a refunded lead', () => {
  test('can no longer be read or searched, though it was read before', async () => {
    const offer = await sell();
    const { version } = await get(offer);
    const { buyer_id: buyerId, lead_id: leadId } = offer;
    const update = { buyerId, leadId, version, notes: 'Rosa: +1 212 555 3001' };
    await fixture.client.send(updateDisposition, update);
    const refundId = await refund(offer);
    for (const [, read] of reads) expect(JSON.stringify(await read(offer))).not.toMatch(/rosa|5553001/i);
    await expect(
      fixture.client.send(updateDisposition, { ...update, version: version + 1 }),
    ).rejects.toMatchObject({ code: 'LEAD_ALREADY_REFUNDED' });
    expect((await list(offer, { search: 'removed' })).total).toBe(1);

    await failRefund(offer, refundId);
    for (const [, read] of reads) expect(await read(offer)).toMatchObject(person);
    expect(await get(offer)).toMatchObject({ notes: update.notes });
  });

  test('can be read again after the failure of a refund that arrives first', async () => {
    const offer = await sell();
    expect(await withhold(offer)).toBe(true);
    const refundId = randomUUID();
    await failRefund(offer, refundId);
    await eventually(async () => (await get(offer)).fullName === person.fullName);
    const ids = { ...idsOf(offer), refundId, purchaseId: randomUUID(), amountCents: 8_000 };
    const refundedAt = new Date().toISOString();
    await fixture.deliver(leadRefunded, { ...ids, reason: 'undeliverable', refundedAt }, refundId);
    await fixture.drain();
    expect(await get(offer)).toMatchObject(person);
  });
});

test('records a page of leads as seen once', async () => {
  const offer = await sell();
  const seenAt = () =>
    fixture.query('SELECT seen_at, xmin FROM sold_leads WHERE lead_id = $1', [offer.lead_id]);
  await list(offer);
  const first = await seenAt();
  await list(offer);
  await get(offer);
  expect(await seenAt()).toEqual(first);
});
