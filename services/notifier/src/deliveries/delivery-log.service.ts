import type { Delivery, listFailedDeliveries, RequestOf, ResponseOf } from '@desk/contracts';
import { toPage } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DeliveryLogRepository } from './delivery-log.repository.js';
import { toDeliveryDto } from './to-delivery-dto.js';

/** Lists deliveries for agents and admins. */
@Injectable()
export class DeliveryLogService {
  constructor(private readonly log: DeliveryLogRepository) {}

  async listByLead(leadId: string, buyerId: string | null): Promise<Delivery[]> {
    return (await this.log.listByLead(leadId, buyerId)).map(toDeliveryDto);
  }

  async listFailed({
    after,
    limit,
  }: RequestOf<typeof listFailedDeliveries>): Promise<ResponseOf<typeof listFailedDeliveries>> {
    const fetched = await this.log.listFailed(after && { at: after.failedAt, id: after.id }, limit + 1);
    const { rows, next } = toPage(fetched, limit, ({ failedAt, id }) => ({
      failedAt: failedAt.toISOString(),
      id,
    }));
    return { deliveries: rows.map(toDeliveryDto), next };
  }
}
