import { describe, expect, it } from '@jest/globals';
import type { AdminLeadPage, AdminOffer } from '@desk/contracts/leads/lead-history.routes';
import type { Delivery } from '@desk/contracts/notifications/deliveries.schemas';
import { buildLeadTimeline, describeDecline } from './timeline';

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
  confirmedAt: null,
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
  refunds: [],
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
  refundedAt: null,
  withdrawnAt: null,
  buyer: grace,
  reference: 'abc-1',
  consent: null,
  extras: null,
  offers: [declined(), charged()],
  decisions: [],
  ...over,
});

const titlesAndGaps = (page: AdminLeadPage) =>
  buildLeadTimeline(page).map(({ title, msSincePreviousStep }) => [title, msSincePreviousStep]);
const findStep = (page: AdminLeadPage, title: string) =>
  buildLeadTimeline(page).find((step) => step.title === title);

describe('buildLeadTimeline', () => {
  it('returns the steps in order with the milliseconds between them', () => {
    expect(titlesAndGaps(lead())).toEqual([
      ['Received from Retire Well', null],
      ['Offered to Declan Price', 10],
      ['Charge of $80.00 started', 10],
      // The same transaction declines one offer and makes the next.
      ['Card declined', 130],
      ['Offered to Grace Hill', 0],
      ['Charge of $80.00 started', 20],
      ['Charged $80.00', 120],
      ['Sold to Grace Hill', 10],
      ['Email queued', 10],
      ['Email delivered', 45],
    ]);
  });

  it('shows the daily slot, the decline reason and the payment ID', () => {
    const page = lead();
    expect(findStep(page, 'Offered to Grace Hill')?.details).toEqual(['Daily slot 4 of 100']);
    expect(findStep(page, 'Card declined')).toMatchObject({ tone: 'bad', code: 'pi_1' });
    expect(findStep(page, 'Card declined')?.details).toEqual([
      'The card has insufficient funds.',
      'The daily slot was released. This agent gets no more leads until the card is usable again.',
    ]);
    expect(findStep(page, 'Charged $80.00')).toMatchObject({ tone: 'good', code: 'pi_2' });
    expect(findStep(page, 'Received from Retire Well')?.details).toEqual(['Funnel reference: abc-1']);
  });

  it('gives every step a unique key', () => {
    const keys = buildLeadTimeline(lead()).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('falls back to the offer when billing is unavailable', () => {
    const page = lead({ offers: [declined({ purchase: null }), charged({ purchase: null })] });
    expect(findStep(page, 'Card declined')?.details[0]).toBe('The card has insufficient funds.');
    expect(findStep(page, 'Charged $80.00')).toMatchObject({ at: at(300), code: null });
  });

  it('names what could not be loaded, instead of taking it for undone', () => {
    const sold = lead({ deliveredAt: null, offers: [charged({ purchase: null, deliveries: [] })] });
    const titles = (page: AdminLeadPage) => buildLeadTimeline(page).map(({ title }) => title);
    expect(titles({ ...sold, unavailable: ['billing', 'notifier'] }).slice(-3)).toEqual([
      'Sold to Grace Hill',
      'Charges and refunds could not be loaded',
      'Deliveries could not be loaded',
    ]);
    const waiting = lead({ status: 'available', soldAt: null, deliveredAt: null, buyer: null, offers: [] });
    expect(titles({ ...waiting, unavailable: ['billing', 'notifier'] })).toEqual([
      'Received from Retire Well',
      'Waiting for an agent',
    ]);
  });

  it('distinguishes an incomplete charge from a declined card', () => {
    const page = lead({ offers: [declined({ status: 'released', declineCode: 'gave_up', purchase: null })] });
    expect(findStep(page, 'Charge not completed')?.details[1]).toContain('not at fault');
    expect(findStep(page, 'Card declined')).toBeUndefined();
  });

  it('handles an unknown agent', () => {
    expect(titlesAndGaps(lead({ buyer: null, offers: [charged({ buyer: null })] }))[1]?.[0]).toBe(
      'Offered to Unknown agent',
    );
  });
});

describe('steps in progress', () => {
  const open = { status: 'reserved', soldAt: null, deliveredAt: null, buyer: null } as const;

  it('come last and have no time', () => {
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
    expect(buildLeadTimeline(page).at(-1)).toMatchObject({
      title: 'Charge in progress',
      tone: 'waiting',
      at: null,
      msSincePreviousStep: null,
    });
  });

  it('include a charge whose outcome is unknown', () => {
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
    expect(buildLeadTimeline(page).at(-1)?.title).toBe('Charge outcome unknown');
  });

  it('include waiting for an agent and preparing delivery', () => {
    expect(
      buildLeadTimeline(lead({ ...open, status: 'available', offers: [declined()] })).at(-1)?.title,
    ).toBe('Waiting for an agent');
    const sold = lead({ deliveredAt: null, offers: [charged({ deliveries: [] })] });
    expect(buildLeadTimeline(sold).at(-1)?.title).toBe('Preparing delivery');
  });

  it('include a delivery that will be retried', () => {
    const queued = delivery({
      status: 'queued',
      attempts: 3,
      sentAt: null,
      lastErrorCode: 'TEMPORARY_ERROR',
    });
    const last = buildLeadTimeline(
      lead({ deliveredAt: null, offers: [charged({ deliveries: [queued] })] }),
    ).at(-1);
    expect(last).toMatchObject({ title: 'Email in progress', tone: 'waiting' });
    expect(last?.details).toEqual([
      'The mail server reported a temporary error.',
      '3 attempts so far, trying again',
    ]);
  });
});

describe('failed steps', () => {
  it('include a failed delivery with its reason', () => {
    const failed = delivery({
      status: 'failed',
      attempts: 1,
      sentAt: null,
      failedAt: at(360),
      lastErrorCode: 'ADDRESS_REFUSED',
    });
    expect(
      findStep(lead({ deliveredAt: null, offers: [charged({ deliveries: [failed] })] }), 'Email failed'),
    ).toMatchObject({
      tone: 'bad',
      at: at(360),
      details: ['The mail server rejected the address.', 'Failed after 1 attempt'],
      code: 'ADDRESS_REFUSED',
    });
  });

  it('include a refund and an expired lead', () => {
    const refunded = lead({ offers: [charged({ purchase: purchase({ status: 'refunded' }) })] });
    expect(buildLeadTimeline(refunded).at(-1)).toMatchObject({ title: 'Payment refunded', at: null });
    const expired = lead({ status: 'expired', soldAt: null, deliveredAt: null, buyer: null, offers: [] });
    expect(titlesAndGaps(expired).map(([title]) => title)).toEqual([
      'Received from Retire Well',
      'Expired before an agent could buy it',
    ]);
  });

  it('says who withdrew or re-routed a lead, and why', () => {
    const decision = {
      id: id(2),
      kind: 'rerouted' as const,
      reason: 'Asked by phone',
      decidedAt: at(5),
      offerId: id(6),
      overrodeFilters: true,
      admin: declan,
      buyer: grace,
    };
    const [, rerouted] = buildLeadTimeline(lead({ offers: [charged()], decisions: [decision] }));
    expect(rerouted).toMatchObject({
      title: 'Re-routed to Grace Hill by Declan Price',
      details: ["Against the agent's filters", 'Reason: Asked by phone'],
    });
    const withdrawn = { ...decision, kind: 'withdrawn' as const, overrodeFilters: false, reason: '' };
    const expired = { status: 'expired', withdrawnAt: at(5), soldAt: null, deliveredAt: null } as const;
    const steps = buildLeadTimeline(lead({ ...expired, offers: [], decisions: [withdrawn] }));
    expect(steps.map(({ title }) => title)).toEqual([
      'Received from Retire Well',
      'Withdrawn by Declan Price',
    ]);
  });
});

describe('describeDecline', () => {
  it.each([
    ['insufficient_funds', 'The card has insufficient funds.'],
    ['gave_up', 'The charge had no outcome for too long, so it was given up.'],
  ])('describes %s', (code, description) => {
    expect(describeDecline(code)).toBe(description);
  });

  it('shows an unlisted code as it is', () => {
    expect(describeDecline('new_rule')).toBe('The card was declined (new_rule).');
  });

  it('handles a missing code', () => {
    expect(describeDecline(null)).toBe('No reason was given.');
  });
});
