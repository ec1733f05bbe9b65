import { HandleCommand } from '@desk/bullmq-transport';
import {
  listDeliveries,
  listDeliveriesOfLead,
  listDeliveryAttempts,
  type RequestOf,
  resendDeliveries,
  resendDelivery,
  resendOwnDelivery,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { DeliveryLogService } from './delivery-log.service.js';
import { ResendService } from './resend.service.js';

@Controller()
export class DeliveryLogController {
  constructor(
    private readonly log: DeliveryLogService,
    private readonly resends: ResendService,
  ) {}

  @HandleCommand(listDeliveriesOfLead)
  async listByLead({
    leadId,
    buyerId,
  }: RequestOf<typeof listDeliveriesOfLead>): Promise<ResponseOf<typeof listDeliveriesOfLead>> {
    return { deliveries: await this.log.listByLead(leadId, buyerId) };
  }

  @HandleCommand(listDeliveries)
  list(request: RequestOf<typeof listDeliveries>): Promise<ResponseOf<typeof listDeliveries>> {
    return this.log.list(request);
  }

  @HandleCommand(listDeliveryAttempts)
  async listAttempts({
    deliveryId,
    buyerId,
  }: RequestOf<typeof listDeliveryAttempts>): Promise<ResponseOf<typeof listDeliveryAttempts>> {
    return { attempts: await this.log.listAttempts(deliveryId, buyerId) };
  }

  @HandleCommand(resendDelivery)
  resend(request: RequestOf<typeof resendDelivery>): Promise<ResponseOf<typeof resendDelivery>> {
    return this.resends.resend(request);
  }

  @HandleCommand(resendOwnDelivery)
  resendOwn(request: RequestOf<typeof resendOwnDelivery>): Promise<ResponseOf<typeof resendOwnDelivery>> {
    return this.resends.resend({ ...request, actorId: request.buyerId });
  }

  @HandleCommand(resendDeliveries)
  resendMany(request: RequestOf<typeof resendDeliveries>): Promise<ResponseOf<typeof resendDeliveries>> {
    return this.resends.resendMany(request);
  }
}
