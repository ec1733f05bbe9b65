import { eligibilityReasons } from '@desk/contracts/leads/sold-leads.values';
import { describe, expect, it } from '@jest/globals';
import { describeService } from './describe-service';

const eligibility = {
  serviceEnabled: true,
  dailyLeadLimit: 25,
  leadsToday: 0,
  spentTodayCents: 0,
  dayEndsAt: '2026-01-06T05:00:00.000Z',
  timeZone: 'America/New_York',
  reason: 'waiting-for-supply' as const,
};
const active = { eligibility, disabledAt: null, erasedAt: null };

describe('describeService', () => {
  it('describes each reason differently', () => {
    const texts = eligibilityReasons.map(
      (reason) => describeService({ ...active, eligibility: { ...eligibility, reason } })?.text,
    );
    expect(new Set(texts).size).toBe(eligibilityReasons.length);
  });

  it('puts a disabled account, an erasure and a dispute before other reasons', () => {
    const at = '2026-01-05T14:30:00.000Z';
    expect(describeService({ ...active, disabledAt: at })?.text).toMatch(/the account is disabled since/);
    expect(describeService({ ...active, disabledAt: at, erasedAt: at })?.text).toMatch(/the data was erased/);
    const underReview = { ...eligibility, reason: 'paused' as const, isUnderReview: true };
    expect(describeService({ ...active, eligibility: underReview })?.text).toMatch(/a charge was disputed/);
  });

  it('distinguishes who paused the service and who can resume it', () => {
    const paused = { ...eligibility, serviceEnabled: false, reason: 'paused' as const };
    expect(describeService({ ...active, eligibility: paused })?.text).toMatch(/the service is paused/);
    const byUs = { ...paused, isDeliveryPause: true };
    expect(describeService({ ...active, eligibility: byUs })?.text).toMatch(/The agent can resume it/);
    const locked = { ...paused, resumptionNeedsAdmin: true };
    for (const eligibility of [locked, { ...locked, isDeliveryPause: true }])
      expect(describeService({ ...active, eligibility })?.text).toMatch(
        /only an admin can resume the service/,
      );
  });

  it('returns null while the eligibility is unknown', () => {
    expect(describeService({ ...active, eligibility: null })).toBeNull();
  });
});
