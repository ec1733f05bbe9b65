import { describe, expect, it } from '@jest/globals';
import { standingLine, timeInZone } from './standing-line';

type Eligibility = Parameters<typeof standingLine>[0];

const standing = (change: Partial<Eligibility>): Eligibility => ({
  serviceEnabled: true,
  dailyLeadLimit: 25,
  reason: 'waiting-for-supply',
  leadsToday: 3,
  spentToday: '240.00',
  dayEndsAt: '2026-01-06T05:00:00.000Z',
  timeZone: 'America/New_York',
  ...change,
});

describe('the line that says why leads come or do not', () => {
  it('says that leads come while nothing is in the way', () => {
    expect(standingLine(standing({}))).toEqual({
      reason: 'waiting-for-supply',
      tone: 'brand',
      text: 'You are in line. Leads are sold to you as they come in.',
    });
  });

  it('says that the service is paused', () => {
    const line = standingLine(standing({ reason: 'paused', serviceEnabled: false }));
    expect(line?.tone).toBe('money');
    expect(line?.text).toContain('paused');
    expect(line?.action).toBeUndefined();
  });

  it('leads to the card when there is none, or when it fails', () => {
    expect(standingLine(standing({ reason: 'no-card' }))).toMatchObject({
      tone: 'money',
      action: { to: '/settings?tab=billing', label: 'Add a card' },
    });
    expect(standingLine(standing({ reason: 'card-failing' }))).toMatchObject({
      tone: 'danger',
      action: { to: '/settings?tab=billing', label: 'Replace the card' },
    });
  });

  it('names the agent’s own midnight when the limit is reached', () => {
    expect(standingLine(standing({ reason: 'limit-reached' }))?.text).toBe(
      'Today’s limit is reached. Leads start again at midnight, 12:00 AM EST, or once you raise the limit.',
    );
    const inLosAngeles = { dayEndsAt: '2026-07-07T07:00:00.000Z', timeZone: 'America/Los_Angeles' };
    expect(standingLine(standing({ reason: 'limit-reached', ...inLosAngeles }))?.text).toContain(
      '12:00 AM PDT',
    );
  });

  it('says nothing while switch and reason do not fit together', () => {
    expect(standingLine(standing({ reason: 'paused' }))).toBeNull();
    expect(standingLine(standing({ reason: 'waiting-for-supply', serviceEnabled: false }))).toBeNull();
  });
});

describe('a time in a zone', () => {
  it('is that of the place, with plain spaces', () => {
    expect(timeInZone('2026-01-05T18:30:00.000Z', 'America/Denver')).toBe('11:30 AM MST');
  });
});
