import { randomUUID } from 'node:crypto';
import {
  type Delivery,
  DomainError,
  recordAction,
  type RequestOf,
  type resendDelivery,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { enqueueDelivery } from './delivery-dispatcher.js';
import { DeliveryLogRepository } from './delivery-log.repository.js';
import { deliveryTransitions } from './delivery-transitions.js';
import { DeliveryRepository } from './delivery.repository.js';
import { toDeliveryDto } from './to-delivery-dto.js';
import { UndeliverableLeadsService } from './undeliverable-leads.service.js';

@Injectable()
export class ResendService {
  constructor(
    private readonly transactions: Transactions,
    private readonly deliveries: DeliveryRepository,
    private readonly log: DeliveryLogRepository,
    private readonly undeliverableLeads: UndeliverableLeadsService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Commits the new state, the request to send, and the audit log entry together. */
  async resend({ deliveryId, actorId, caller }: RequestOf<typeof resendDelivery>): Promise<Delivery> {
    const row = await this.transactions.run(async (tx) => {
      await this.deliveries.lockChannelOf(tx, deliveryId);
      await this.undeliverableLeads.lockDeliveries(tx, deliveryId);
      const delivery = await this.deliveries.findState(tx, deliveryId);
      if (!delivery) throw new DomainError('DELIVERY_NOT_FOUND');
      if (!deliveryTransitions.isAllowed(delivery.status, 'queued'))
        throw new DomainError('DELIVERY_NOT_FAILED');
      await this.undeliverableLeads.assertNotRefunded(tx, delivery.leadId);
      if (!delivery.hasContent) throw new DomainError('DELIVERY_CONTENT_REMOVED');
      const attempts = await this.deliveries.requeue(tx, deliveryId);
      const requeued = await this.log.find(tx, deliveryId);
      if (!requeued) throw new DomainError('DELIVERY_NOT_FOUND');
      enqueueDelivery(tx, { id: deliveryId, kind: requeued.channel }, attempts + 1);
      const actionId = randomUUID();
      tx.publish(
        recordAction,
        {
          actionId,
          action: 'delivery-resent',
          actorId,
          userId: requeued.buyerId,
          subject: { kind: 'delivery', id: deliveryId },
          caller,
          at: new Date().toISOString(),
        },
        { key: actionId },
      );
      return requeued;
    });
    const { leadId, buyerId } = row;
    this.logger.info({ deliveryId, leadId, buyerId, actorId }, 'delivery requeued by admin');
    return toDeliveryDto(row);
  }
}
