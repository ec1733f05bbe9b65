import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  chargeOffer,
  listPurchases,
  type PayloadOf,
  listPurchasesOfLead,
  type RequestOf,
  resolveCharge,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ChargesService } from './charges.service.js';
import { PaymentsService } from './payments.service.js';

@Controller()
export class ChargesController {
  constructor(
    private readonly charges: ChargesService,
    private readonly payments: PaymentsService,
  ) {}

  @HandleEvent(chargeOffer)
  charge(order: PayloadOf<typeof chargeOffer>): Promise<void> {
    return this.charges.charge(order);
  }

  @HandleEvent(resolveCharge)
  resolve(order: PayloadOf<typeof resolveCharge>): Promise<void> {
    return this.charges.resolve(order);
  }

  @HandleCommand(listPurchases)
  list(request: RequestOf<typeof listPurchases>): Promise<ResponseOf<typeof listPurchases>> {
    return this.payments.list(request);
  }

  @HandleCommand(listPurchasesOfLead)
  async ofLead({
    leadId,
    buyerId,
  }: RequestOf<typeof listPurchasesOfLead>): Promise<ResponseOf<typeof listPurchasesOfLead>> {
    return { purchases: await this.payments.ofLead(leadId, buyerId) };
  }
}
