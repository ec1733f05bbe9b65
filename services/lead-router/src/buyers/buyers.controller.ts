import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  accountStatusChanged,
  accountTiesFound,
  buyerReviewChanged,
  cardChanged,
  getEligibility,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
  setDailyLimit,
  setService,
  timeZoneChanged,
  userRegistered,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from './buyer-settings.service.js';
import { BuyersService } from './buyers.service.js';
import { EligibilityService } from './eligibility.service.js';

@Controller()
export class BuyersController {
  constructor(
    private readonly buyers: BuyersService,
    private readonly settings: BuyerSettingsService,
    private readonly eligibility: EligibilityService,
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

  @HandleCommand(getEligibility)
  getEligibility({ buyerId }: RequestOf<typeof getEligibility>): Promise<ResponseOf<typeof getEligibility>> {
    return this.eligibility.getEligibility(buyerId);
  }

  @HandleCommand(setService)
  setService(request: RequestOf<typeof setService>): Promise<ResponseOf<typeof setService>> {
    return this.settings.setService(request);
  }

  @HandleCommand(setDailyLimit)
  setDailyLimit(request: RequestOf<typeof setDailyLimit>): Promise<ResponseOf<typeof setDailyLimit>> {
    return this.settings.setDailyLimit(request);
  }
}
