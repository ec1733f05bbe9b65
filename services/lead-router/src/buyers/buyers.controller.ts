import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  accountStatusChanged,
  accountTiesFound,
  buyerReviewChanged,
  cardChanged,
  DomainError,
  getEligibility,
  type PayloadOf,
  type RequestOf,
  setDailyLimit,
  setService,
  timeZoneChanged,
  userRegistered,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { MatchCountsService } from '../matching/match-counts.service.js';
import { BuyerRepository } from './buyer.repository.js';
import { BuyerSettingsService } from './buyer-settings.service.js';
import { BuyersService } from './buyers.service.js';
import { eligibilityReason } from './eligibility-reason.js';

@Controller()
export class BuyersController {
  constructor(
    private readonly buyers: BuyersService,
    private readonly settings: BuyerSettingsService,
    private readonly repository: BuyerRepository,
    private readonly matchCounts: MatchCountsService,
  ) {}

  @HandleEvent(userRegistered)
  register(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    return this.buyers.register(user, message);
  }

  @HandleEvent(cardChanged)
  updateCard(card: PayloadOf<typeof cardChanged>, message: Message): Promise<void> {
    return this.buyers.updateCard(card, message);
  }

  @HandleEvent(accountStatusChanged)
  updateAccountStatus(status: PayloadOf<typeof accountStatusChanged>, message: Message): Promise<void> {
    return this.buyers.updateAccountStatus(status, message);
  }

  @HandleEvent(accountTiesFound)
  addTies(found: PayloadOf<typeof accountTiesFound>, message: Message): Promise<void> {
    return this.buyers.addTies(found, message);
  }

  @HandleEvent(buyerReviewChanged)
  updateReview(review: PayloadOf<typeof buyerReviewChanged>, message: Message): Promise<void> {
    return this.buyers.updateReview(review, message);
  }

  @HandleEvent(timeZoneChanged)
  updateTimeZone(change: PayloadOf<typeof timeZoneChanged>, message: Message): Promise<void> {
    return this.buyers.updateTimeZone(change, message);
  }

  /** @throws BUYER_NOT_FOUND */
  @HandleCommand(getEligibility)
  async getEligibility({ buyerId }: RequestOf<typeof getEligibility>) {
    const row = await this.repository.findEligibility(buyerId);
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

  @HandleCommand(setService)
  setService(request: RequestOf<typeof setService>) {
    return this.settings.setService(request);
  }

  @HandleCommand(setDailyLimit)
  setDailyLimit(request: RequestOf<typeof setDailyLimit>) {
    return this.settings.setDailyLimit(request);
  }
}
