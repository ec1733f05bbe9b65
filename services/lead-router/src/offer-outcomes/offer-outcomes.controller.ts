import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { offerCharged, offerDeclined, type PayloadOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { OfferOutcomesService } from './offer-outcomes.service.js';

@Controller()
export class OfferOutcomesController {
  constructor(private readonly outcomes: OfferOutcomesService) {}

  @HandleEvent(offerCharged)
  recordCharged(outcome: PayloadOf<typeof offerCharged>, message: Message): Promise<void> {
    return this.outcomes.recordCharged(outcome, message);
  }

  @HandleEvent(offerDeclined)
  recordDeclined(outcome: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    return this.outcomes.recordDeclined(outcome, message);
  }
}
