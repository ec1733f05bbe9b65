import { HandleCommand } from '@desk/bullmq-transport';
import { listPurchases, listPurchasesOfLead, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { PaymentsService } from './payments.service.js';

@Controller()
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @HandleCommand(listPurchases)
  list(request: RequestOf<typeof listPurchases>): Promise<ResponseOf<typeof listPurchases>> {
    return this.payments.list(request);
  }

  @HandleCommand(listPurchasesOfLead)
  async listByLead({
    leadId,
    buyerId,
  }: RequestOf<typeof listPurchasesOfLead>): Promise<ResponseOf<typeof listPurchasesOfLead>> {
    return { purchases: await this.payments.listByLead(leadId, buyerId) };
  }
}
