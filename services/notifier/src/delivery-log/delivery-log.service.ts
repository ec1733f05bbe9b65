import {
  type Delivery,
  type DeliveryAttempt,
  DomainError,
  type listDeliveries,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { toPage } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DeliveryLogRepository, type DeliveryRow } from './delivery-log.repository.js';

export const toDeliveryDto = (row: DeliveryRow): Delivery => ({
  ...row,
  queuedAt: row.queuedAt.toISOString(),
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  sentAt: row.sentAt?.toISOString() ?? null,
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  failedAt: row.failedAt?.toISOString() ?? null,
});

/** Lists deliveries for agents and admins. */
@Injectable()
export class DeliveryLogService {
  constructor(private readonly log: DeliveryLogRepository) {}

  async listByLead(leadId: string, buyerId: string | null): Promise<Delivery[]> {
    return (await this.log.listByLead(leadId, buyerId)).map(toDeliveryDto);
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
    }));
  }
}
