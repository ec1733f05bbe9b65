import { describe, expect, it } from '@jest/globals';
import { describeEligibility, formatTimeInZone } from './describe-eligibility';

type Summary = Parameters<typeof describeEligibility>[0];

const summary = (change: Partial<Summary>): Summary => ({
  serviceEnabled: true,
  dailyLeadLimit: 25,
  reason: 'waiting-for-supply',
  leadsToday: 3,
  spentToday: '240.00',
  dayEndsAt: '2026-01-06T05:00:00.000Z',
  timeZone: 'America/New_York',
  ...change,
});

describe('describeEligibility', () => {
  it('describes an eligible agent', () => {
    expect(describeEligibility(summary({}))).toEqual({
      reason: 'waiting-for-supply',
      tone: 'brand',
      text: "You're all set. You'll receive leads as they come in.",
    });
  });

  it('describes a paused service', () => {
    const description = describeEligibility(summary({ reason: 'paused', serviceEnabled: false }));
    expect(description?.tone).toBe('money');
    expect(description?.text).toContain('paused');
    expect(description?.action).toBeUndefined();
  });

  it('says what to do after a lead that could not be delivered, until the service is resumed', () => {
    const paused = summary({ reason: 'paused', serviceEnabled: false, isDeliveryPause: true });
    const description = describeEligibility(paused);
    expect(description?.tone).toBe('danger');
    expect(description?.text).toContain("We couldn't deliver a lead");
    expect(description?.action).toEqual({ to: '/settings', label: 'Check your address' });
    expect(describeEligibility({ ...paused, serviceEnabled: true })).toBeNull();
  });

  it('sends the agent to our team if only an admin can resume the service', () => {
    const paused = summary({ reason: 'paused', serviceEnabled: false, resumptionNeedsAdmin: true });
    for (const isDeliveryPause of [true, false]) {
      const description = describeEligibility({ ...paused, isDeliveryPause });
      expect(description?.tone).toBe('danger');
      expect(description?.text).toContain('3 times within 7 days, so only our team can resume your service');
      expect(description?.action).toEqual({ to: '/contact', label: 'Contact us' });
    }
  });

  it('says that leads are held back while earlier ones are undelivered, and not that the card is on hold', () => {
    const held = summary({ reason: 'charge-on-hold', hasTooManyUndelivered: true });
    const description = describeEligibility(held);
    expect(description?.tone).toBe('danger');
    expect(description?.text).toContain('we hold back new ones until they arrive');
    expect(description?.action).toEqual({ to: '/settings', label: 'Check your address' });
  });

  it('links to billing when the card is missing or failing', () => {
    expect(describeEligibility(summary({ reason: 'no-card' }))).toMatchObject({
      tone: 'money',
      action: { to: '/settings?tab=billing', label: 'Add a card' },
    });
    expect(describeEligibility(summary({ reason: 'card-failing' }))).toMatchObject({
      tone: 'danger',
      action: { to: '/settings?tab=billing', label: 'Replace the card' },
    });
  });

  it('says how long a hold lasts, and what ends it', () => {
    expect(describeEligibility(summary({ reason: 'charge-on-hold' }))).toEqual({
      reason: 'charge-on-hold',
      tone: 'money',
      text: "The last charge couldn't be processed, so leads are on hold for up to an hour. A new card ends this at once.",
      action: { to: '/settings?tab=billing', label: 'Replace the card' },
    });
  });

  it('shows midnight in the agent’s time zone when the limit is reached', () => {
    expect(describeEligibility(summary({ reason: 'limit-reached' }))?.text).toBe(
      "You've reached today's limit. Leads resume at midnight (12:00 AM EST), or as soon as you raise the limit.",
    );
    const inLosAngeles = { dayEndsAt: '2026-07-07T07:00:00.000Z', timeZone: 'America/Los_Angeles' };
    expect(describeEligibility(summary({ reason: 'limit-reached', ...inLosAngeles }))?.text).toContain(
      '12:00 AM PDT',
    );
  });

  it.each([
    ['weekly-budget-reached', 'Monday'],
    ['monthly-budget-reached', 'the 1st'],
    ['outside-hours', 'Eastern Time'],
    ['filters-too-narrow', 'No lead of the last 30 days matched'],
  ] as const)('links to the filters for %s', (reason, text) => {
    const description = describeEligibility(summary({ reason }));
    expect(description?.text).toContain(text);
    expect(description?.action).toEqual({ to: '/settings?tab=filters', label: 'Change filters' });
  });

  it('returns null while the reason contradicts the service status', () => {
    expect(describeEligibility(summary({ reason: 'paused' }))).toBeNull();
    expect(describeEligibility(summary({ reason: 'waiting-for-supply', serviceEnabled: false }))).toBeNull();
  });
});

describe('formatTimeInZone', () => {
  it('uses the local time and plain spaces', () => {
    expect(formatTimeInZone('2026-01-05T18:30:00.000Z', 'America/Denver')).toBe('11:30 AM MST');
  });
});
