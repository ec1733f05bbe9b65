import { HandleEvent } from '@desk/bullmq-transport';
import { chargeOffer, type PayloadOf, resolveCharge } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ChargesService } from './charges.service.js';

@Controller()
export class ChargesController {
  constructor(private readonly charges: ChargesService) {}

  @HandleEvent(chargeOffer)
  charge(offer: PayloadOf<typeof chargeOffer>): Promise<void> {
    return this.charges.charge(offer);
  }

  @HandleEvent(resolveCharge)
  resolve(request: PayloadOf<typeof resolveCharge>): Promise<void> {
    return this.charges.resolve(request);
  }
}
