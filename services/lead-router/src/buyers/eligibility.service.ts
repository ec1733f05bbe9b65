import { DomainError, type getEligibility, type ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { MatchCountsService } from '../matching/match-counts.service.js';
import { BuyerRepository } from './buyer.repository.js';
import { eligibilityReason } from './eligibility-reason.js';

@Injectable()
export class EligibilityService {
  constructor(
    private readonly buyers: BuyerRepository,
    private readonly matchCounts: MatchCountsService,
  ) {}

  /** @throws BUYER_NOT_FOUND */
  async getEligibility(buyerId: string): Promise<ResponseOf<typeof getEligibility>> {
    const row = await this.buyers.findEligibility(buyerId);
    if (!row) throw new DomainError('BUYER_NOT_FOUND');
    const { serviceEnabled, dailyLeadLimit, leadsToday, spentTodayCents, dayEndsAt, timeZone } = row;
    return {
      serviceEnabled,
      dailyLeadLimit,
      reason: eligibilityReason({ ...row, hasMatches: this.matchCounts.hasMatches(row) }),
      leadsToday,
      spentTodayCents,
      dayEndsAt: dayEndsAt.toISOString(),
      timeZone,
      changeNumber: row.changeNumber,
      ...(row.isUnderReview ? { isUnderReview: true } : {}),
      ...(row.isDeliveryPause ? { isDeliveryPause: true } : {}),
      ...(row.hasTooManyUndelivered ? { hasTooManyUndelivered: true } : {}),
      ...(row.resumptionNeedsAdmin ? { resumptionNeedsAdmin: true } : {}),
    };
  }
}
