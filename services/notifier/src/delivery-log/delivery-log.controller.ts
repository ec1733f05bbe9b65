import { HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  listDeliveries,
  listDeliveriesOfLead,
  listDeliveryAttempts,
  type RequestOf,
} from '@desk/contracts';
import { toInstants, toPage } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { DeliveryLogRepository } from './delivery-log.repository.js';

/** Lists deliveries for agents and admins. */
@Controller()
export class DeliveryLogController {
  constructor(private readonly log: DeliveryLogRepository) {}

  @HandleCommand(listDeliveriesOfLead)
  async listByLead({ leadId, buyerId }: RequestOf<typeof listDeliveriesOfLead>) {
    return { deliveries: (await this.log.listByLead(leadId, buyerId)).map(toInstants) };
  }

  @HandleCommand(listDeliveries)
  async list({ after, limit, ...filter }: RequestOf<typeof listDeliveries>) {
    const cursor = after && { at: after.queuedAt, id: after.id };
    const fetched = await this.log.list(filter, { after: cursor, limit: limit + 1 });
    const { rows, next } = toPage(fetched.map(toInstants), limit, ({ queuedAt, id }) => ({ queuedAt, id }));
    return { deliveries: [...rows], next };
  }

  /** @throws DELIVERY_NOT_FOUND */
  @HandleCommand(listDeliveryAttempts)
  async listAttempts({ deliveryId, buyerId }: RequestOf<typeof listDeliveryAttempts>) {
    const attempts = await this.log.listAttempts(deliveryId, buyerId);
    if (!attempts) throw new DomainError('DELIVERY_NOT_FOUND');
    return { attempts: attempts.map(toInstants) };
  }
}
