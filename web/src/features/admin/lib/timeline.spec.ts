import { describe, expect, it } from '@jest/globals';
import type { AdminLeadPage, AdminOffer } from '@desk/contracts/leads/lead-ledger.http';
import type { Delivery } from '@desk/contracts/notifications/notifications.schemas';
import { timelineOf } from './timeline';

const START = Date.parse('2026-01-05T14:30:00.000Z');
const at = (ms: number): string => new Date(START + ms).toISOString();
const id = (n: number): string => `0191e1a0-0000-7000-8000-00000000000${n}`;
const declan = { id: id(3), firstName: 'Declan', lastName: 'Price' };
const grace = { id: id(4), firstName: 'Grace', lastName: 'Hill' };

const delivery = (over: Partial<Delivery> = {}): Delivery => ({
  id: id(8),
  leadId: id(1),
  buyerId: grace.id,
  channel: 'email',
  address: 'grace@example.com',
  status: 'sent',
  attempts: 1,
  queuedAt: at(310),
  nextAttemptAt: null,
  sentAt: at(355),
  failedAt: null,
  lastErrorCode: null,
  ...over,
});

const purchase = (over: Partial<NonNullable<AdminOffer['purchase']>> = {}): AdminOffer['purchase'] => ({
  id: id(7),
  offerId: id(6),
  userId: grace.id,
  leadId: id(1),
  amount: '80.00',
  status: 'succeeded',
  declineCode: null,
  stripePaymentIntentId: 'pi_2',
  requestedAt: at(170),
  purchasedAt: at(290),
  ...over,
});

const charged = (over: Partial<AdminOffer> = {}): AdminOffer => ({
  id: id(6),
  buyer: grace,
  status: 'charged',
  amountCents: 8_000,
  slotNumber: 4,
  limitInForce: 100,
  reservedAt: at(150),
  closedAt: at(300),
  declineCode: null,
  purchase: purchase(),
  deliveries: [delivery()],
  ...over,
});

const declined = (over: Partial<AdminOffer> = {}): AdminOffer => ({
  ...charged(),
  id: id(5),
  buyer: declan,
  status: 'declined',
  slotNumber: 1,
  limitInForce: 25,
  reservedAt: at(10),
  closedAt: at(150),
  declineCode: 'insufficient_funds',
  purchase: purchase({
    id: id(9),
    status: 'failed',
    declineCode: 'insufficient_funds',
    stripePaymentIntentId: 'pi_1',
    requestedAt: at(20),
    purchasedAt: null,
  }),
  deliveries: [],
  ...over,
});

const lead = (over: Partial<AdminLeadPage> = {}): AdminLeadPage => ({
  id: id(1),
  fullName: 'Ann Example',
  email: 'ann@example.com',
  phone: '+12125550123',
  state: 'NY',
  zipCode: '10001',
  leadType: 'MYGA',
  ageRange: '61-65',
  estimatedAssets: '$250K-$500K',
  purchaseTimeline: '0-3 months',
  status: 'sold',
  funnelName: 'Retire Well',
  offersMade: 2,
  receivedAt: at(0),
  soldAt: at(300),
  deliveredAt: at(355),
  buyer: grace,
  reference: 'abc-1',
  consent: null,
  offers: [declined(), charged()],
  ...over,
});

const told = (page: AdminLeadPage) => timelineOf(page).map(({ title, gapMs }) => [title, gapMs]);
const titled = (page: AdminLeadPage, title: string) => timelineOf(page).find((step) => step.title === title);

describe("a lead's way", () => {
  it('is told in order, with the milliseconds between', () => {
    expect(told(lead())).toEqual([
      ['Received from Retire Well', null],
      ['Offered to Declan Price', 10],
      ['Charge of $80.00 begun', 10],
      // The next one is offered in the same moment, as a consequence.
      ['Card declined', 130],
      ['Offered to Grace Hill', 0],
      ['Charge of $80.00 begun', 20],
      ['Charged $80.00', 120],
      ['Sold to Grace Hill', 10],
      ['Email queued', 10],
      ['Email delivered', 45],
    ]);
  });

  it('names the unit of the limit, the reason, and the charge', () => {
    const page = lead();
    expect(titled(page, 'Offered to Grace Hill')?.lines).toEqual(['Unit 4 of 100 for the day']);
    expect(titled(page, 'Card declined')).toMatchObject({ tone: 'bad', code: 'pi_1' });
    expect(titled(page, 'Card declined')?.lines[0]).toBe('The card has insufficient funds.');
    expect(titled(page, 'Charged $80.00')).toMatchObject({ tone: 'good', code: 'pi_2' });
    expect(titled(page, 'Received from Retire Well')?.lines).toEqual(['Its own reference: abc-1']);
  });

  it('has a key of its own for each step', () => {
    const keys = timelineOf(lead()).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('goes on without billing, from what the offer says', () => {
    const page = lead({ offers: [declined({ purchase: null }), charged({ purchase: null })] });
    expect(titled(page, 'Card declined')?.lines[0]).toBe('The card has insufficient funds.');
    expect(titled(page, 'Charged $80.00')).toMatchObject({ at: at(300), code: null });
  });

  it('tells a charge that was given up from a card that was declined', () => {
    const page = lead({ offers: [declined({ status: 'released', declineCode: 'gave_up', purchase: null })] });
    expect(titled(page, 'Charge given up')?.lines[1]).toContain('not to blame');
    expect(titled(page, 'Card declined')).toBeUndefined();
  });

  it('does without an agent who is no longer known', () => {
    expect(told(lead({ buyer: null, offers: [charged({ buyer: null })] }))[1]?.[0]).toBe(
      'Offered to an agent no longer known',
    );
  });
});

describe('what is not over yet', () => {
  const open = { status: 'reserved', soldAt: null, deliveredAt: null, buyer: null } as const;

  it('is last and has no time', () => {
    const page = lead({
      ...open,
      offers: [
        charged({
          status: 'open',
          closedAt: null,
          purchase: purchase({ status: 'pending', purchasedAt: null }),
          deliveries: [],
        }),
      ],
    });
    expect(timelineOf(page).at(-1)).toMatchObject({
      title: 'Charge under way',
      tone: 'waiting',
      at: null,
      gapMs: null,
    });
  });

  it('says when the outcome of a charge is not known', () => {
    const page = lead({
      ...open,
      offers: [
        charged({
          status: 'open',
          closedAt: null,
          purchase: purchase({ status: 'unknown', purchasedAt: null }),
          deliveries: [],
        }),
      ],
    });
    expect(timelineOf(page).at(-1)?.title).toBe('Outcome of the charge not known yet');
  });

  it('is the wait for an agent, or for the hand-over', () => {
    expect(timelineOf(lead({ ...open, status: 'available', offers: [declined()] })).at(-1)?.title).toBe(
      'Waiting for an agent',
    );
    const handedOver = lead({ deliveredAt: null, offers: [charged({ deliveries: [] })] });
    expect(timelineOf(handedOver).at(-1)?.title).toBe('Being handed over for delivery');
  });

  it('is a delivery that is tried again', () => {
    const queued = delivery({
      status: 'queued',
      attempts: 3,
      sentAt: null,
      lastErrorCode: 'TEMPORARY_ERROR',
    });
    const last = timelineOf(lead({ deliveredAt: null, offers: [charged({ deliveries: [queued] })] })).at(-1);
    expect(last).toMatchObject({ title: 'Email under way', tone: 'waiting' });
    expect(last?.lines).toEqual([
      'The mail server reported a temporary error.',
      '3 attempts so far; it is tried again',
    ]);
  });
});

describe('what went wrong', () => {
  it('is a delivery that was given up, with the reason', () => {
    const failed = delivery({
      status: 'failed',
      attempts: 1,
      sentAt: null,
      failedAt: at(360),
      lastErrorCode: 'ADDRESS_REFUSED',
    });
    expect(
      titled(lead({ deliveredAt: null, offers: [charged({ deliveries: [failed] })] }), 'Email failed'),
    ).toMatchObject({
      tone: 'bad',
      at: at(360),
      lines: ['The mail server rejected the address.', 'Given up after 1 attempt'],
      code: 'ADDRESS_REFUSED',
    });
  });

  it('is a refund, and a lead that nobody took in time', () => {
    const refunded = lead({ offers: [charged({ purchase: purchase({ status: 'refunded' }) })] });
    expect(timelineOf(refunded).at(-1)).toMatchObject({ title: 'Payment refunded', at: null });
    const expired = lead({ status: 'expired', soldAt: null, deliveredAt: null, buyer: null, offers: [] });
    expect(told(expired).map(([title]) => title)).toEqual([
      'Received from Retire Well',
      'Expired: no agent could take it in time',
    ]);
  });
});
