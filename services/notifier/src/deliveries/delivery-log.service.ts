import type { Delivery, listFailedDeliveries, RequestOf, ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DeliveryLogRepository } from '../database/repositories/delivery-log.repository.js';
import { toDeliveryDto } from './told-delivery.js';

/** What became of deliveries, for those who may know. */
@Injectable()
export class DeliveryLogService {
  constructor(private readonly log: DeliveryLogRepository) {}

  async ofLead(leadId: string, buyerId: string | null): Promise<Delivery[]> {
    return (await this.log.listOfLead(leadId, buyerId)).map(toDeliveryDto);
  }

  async listFailed({
    after,
    limit,
  }: RequestOf<typeof listFailedDeliveries>): Promise<ResponseOf<typeof listFailedDeliveries>> {
    const rows = await this.log.listFailed({ after, limit: limit + 1 });
    const deliveries = rows.slice(0, limit).map(toDeliveryDto);
    const last = deliveries.at(-1);
    const isMore = rows.length > limit && last?.failedAt;
    return { deliveries, next: isMore ? { failedAt: isMore, id: last.id } : null };
  }
}
