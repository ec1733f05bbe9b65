import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  getOfferStatus,
  offerCharged,
  offerDeclined,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { OfferOutcomesService } from './offer-outcomes.service.js';

@Controller()
export class OfferOutcomesController {
  constructor(private readonly outcomes: OfferOutcomesService) {}

  @HandleCommand(getOfferStatus)
  async getStatus({ offerId }: RequestOf<typeof getOfferStatus>): Promise<ResponseOf<typeof getOfferStatus>> {
    return { status: await this.outcomes.findStatus(offerId) };
  }

  @HandleEvent(offerCharged)
  recordCharged(outcome: PayloadOf<typeof offerCharged>, message: Message): Promise<void> {
    return this.outcomes.recordCharged(outcome, message);
  }

  @HandleEvent(offerDeclined)
  recordDeclined(outcome: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    return this.outcomes.recordDeclined(outcome, message);
  }
}
