import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  cardChanged,
  getEligibility,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
  setDailyLimit,
  setService,
  userRegistered,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyersService } from './buyers.service.js';
import { EligibilityService } from './standing.service.js';

@Controller()
export class BuyersController {
  constructor(
    private readonly buyers: BuyersService,
    private readonly standing: EligibilityService,
  ) {}

  @HandleEvent(userRegistered)
  userRegistered(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    return this.buyers.add(user, message);
  }

  @HandleEvent(cardChanged)
  cardChanged(card: PayloadOf<typeof cardChanged>, message: Message): Promise<void> {
    return this.buyers.cardChanged(card, message);
  }

  @HandleCommand(getEligibility)
  getEligibility({ buyerId }: RequestOf<typeof getEligibility>): Promise<ResponseOf<typeof getEligibility>> {
    return this.standing.of(buyerId);
  }

  @HandleCommand(setService)
  setService({
    buyerId,
    serviceEnabled,
  }: RequestOf<typeof setService>): Promise<ResponseOf<typeof setService>> {
    return this.buyers.setService(buyerId, serviceEnabled);
  }

  @HandleCommand(setDailyLimit)
  setDailyLimit({
    buyerId,
    dailyLeadLimit,
  }: RequestOf<typeof setDailyLimit>): Promise<ResponseOf<typeof setDailyLimit>> {
    return this.buyers.setDailyLimit(buyerId, dailyLeadLimit);
  }
}
