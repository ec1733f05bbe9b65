import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { offerCharged, offerDeclined, type PayloadOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { OfferOutcomesService } from './settlement.service.js';

@Controller()
export class OfferOutcomesController {
  constructor(private readonly settlement: OfferOutcomesService) {}

  @HandleEvent(offerCharged)
  charged(outcome: PayloadOf<typeof offerCharged>, message: Message): Promise<void> {
    return this.settlement.charged(outcome, message);
  }

  @HandleEvent(offerDeclined)
  declined(outcome: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    return this.settlement.declined(outcome, message);
  }
}
