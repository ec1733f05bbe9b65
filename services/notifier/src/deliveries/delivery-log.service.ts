import {
  type Delivery,
  type DeliveryAttempt,
  DomainError,
  type listDeliveries,
  type listFailedDeliveries,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { toPage } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DeliveryLogRepository } from './delivery-log.repository.js';
import { readFailureReason } from './stored-failure-codes.js';
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

  async list({
    after,
    limit,
    ...filter
  }: RequestOf<typeof listDeliveries>): Promise<ResponseOf<typeof listDeliveries>> {
    const cursor = after && { at: after.queuedAt, id: after.id };
    const fetched = await this.log.list(filter, { after: cursor, limit: limit + 1 });
    const { rows, next } = toPage(fetched.map(toDeliveryDto), limit, ({ queuedAt, id }) => ({
      queuedAt,
      id,
    }));
    return { deliveries: [...rows], next };
  }

  /** @throws DELIVERY_NOT_FOUND */
  async listAttempts(deliveryId: string, buyerId: string | null): Promise<DeliveryAttempt[]> {
    const attempts = await this.log.listAttempts(deliveryId, buyerId);
    if (!attempts) throw new DomainError('DELIVERY_NOT_FOUND');
    return attempts.map((attempt) => ({
      ...attempt,
      startedAt: attempt.startedAt.toISOString(),
      reason: readFailureReason(attempt.reason),
    }));
  }
}
