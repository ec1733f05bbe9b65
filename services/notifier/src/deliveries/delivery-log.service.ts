import type { Delivery, listFailedDeliveries, RequestOf, ResponseOf } from '@desk/contracts';
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
    const rows = await this.log.listFailed({ after, limit: limit + 1 });
    const deliveries = rows.slice(0, limit).map(toDeliveryDto);
    const last = deliveries.at(-1);
    const hasNextPage = rows.length > limit && last?.failedAt;
    return { deliveries, next: hasNextPage ? { failedAt: hasNextPage, id: last.id } : null };
  }
}
