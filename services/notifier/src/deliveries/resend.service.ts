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
import { DeliveriesRepository } from '../database/repositories/deliveries.repository.js';
import { DeliveryLogRepository } from '../database/repositories/delivery-log.repository.js';
import { DeliveryDispatcher } from './delivery.line.js';
import { afterTurn } from './delivery-transitions.js';
import { toDeliveryDto } from './told-delivery.js';

@Injectable()
export class ResendService {
  constructor(
    private readonly transactions: Transactions,
    private readonly deliveries: DeliveriesRepository,
    private readonly log: DeliveryLogRepository,
    private readonly line: DeliveryDispatcher,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** The state, the order to send and the word to the audit log are one commit. */
  async resend({ deliveryId, actorId, caller }: RequestOf<typeof resendDelivery>): Promise<Delivery> {
    const row = await this.transactions.run(async (tx) => {
      const found = await this.deliveries.lock(tx, deliveryId);
      if (!found) throw new DomainError('DELIVERY_NOT_FOUND');
      if (afterTurn(found.status, 'resent') === undefined) throw new DomainError('DELIVERY_NOT_FAILED');
      const attempts = await this.deliveries.requeue(tx, deliveryId);
      this.line.order(tx, deliveryId, attempts + 1);
      const requeued = await this.log.get(tx, deliveryId);
      if (!requeued) throw new DomainError('DELIVERY_NOT_FOUND');
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
    this.logger.info({ deliveryId, leadId, buyerId, actorId }, 'ordered to be sent again');
    return toDeliveryDto(row);
  }
}
