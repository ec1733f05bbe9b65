import { describe, expect, it } from '@jest/globals';
import { type EvidenceSources, renderEvidence } from './dispute-evidence.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 5, 14, 30, second)).toISOString();
const purchase = {
  id: 'purchase',
  offerId: 'offer',
  stripePaymentIntentId: 'pi_1',
  requestedAt: at(1),
  purchasedAt: at(2),
  refunds: [],
};
const sources = {
  dispute: {
    purchaseId: 'purchase',
    stripeDisputeId: 'du_1',
    reason: 'fraudulent',
    amountCents: 8_000,
    status: 'needs_response',
    openedAt: at(50),
    evidenceDueBy: at(59),
    closedAt: null,
  },
  terms: { acceptedAt: at(0), version: '2025-10', network: '198.51.100.0/24' },
  buyer: { id: 'buyer', firstName: 'Grace', lastName: 'Hill' },
  lead: {
    leadType: 'MYGA',
    funnelName: 'Retire Well',
    receivedAt: at(0),
    soldAt: at(3),
    consent: { tcpaText: 'I agree.\nTimeline (UTC)\nforged', ipAddress: '203.0.113.7' },
  },
  purchases: [{ ...purchase, id: 'other', offerId: 'other' }, purchase],
  deliveries: [
    {
      channel: 'email',
      address: 'grace@example.com',
      status: 'sent',
      attempts: 1,
      queuedAt: at(3),
      sentAt: at(4),
    },
  ],
  collectedAt: at(55),
} as unknown as EvidenceSources;

describe('the evidence for a dispute', () => {
  const text = renderEvidence(sources);

  it('names the sale that is disputed, and no other', () => {
    expect(text).toContain('Receipt number: offer\n');
    expect(text).toContain('Amount: $80.00');
    expect(text).toContain('Customer: Grace Hill');
  });

  it('shows which terms the customer accepted, when and from where', () => {
    const section = text.slice(text.indexOf('Terms of Service that the customer accepted'));
    expect(section).toMatch(
      /Accepted: 2026-01-05T14:30:00.000Z\nVersion: 2025-10\nFrom network: 198.51.100.0\/24/,
    );
    expect(renderEvidence({ ...sources, terms: null })).toContain('Accepted: (none)');
  });

  it('contains consent and deliveries', () => {
    expect(text).toContain('203.0.113.7');
    expect(text).toContain('To: grace@example.com');
  });

  it('lists what happened in order', () => {
    const timeline = text.slice(text.indexOf('\nTimeline (UTC)\n='));
    const events = [
      'received',
      'Charge requested',
      'Charge succeeded',
      'Lead sold',
      'Delivered: Email',
      'Dispute opened',
    ];
    const places = events.map((event) => timeline.indexOf(event));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  it("keeps a consumer's text from looking like one of our sections", () => {
    expect(text).toContain('I agree.\n    Timeline (UTC)\n    forged');
  });
});
