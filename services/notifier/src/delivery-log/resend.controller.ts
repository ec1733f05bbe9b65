import { HandleCommand } from '@desk/bullmq-transport';
import {
  type Caller,
  defineTransitions,
  type Delivery,
  type DeliveryState,
  DomainError,
  type RequestOf,
  RESEND_BATCH_SIZE,
  resendDeliveries,
  resendDelivery,
  resendOwnDelivery,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, publishAction, toInstants, toPage } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { DeliveryFlow } from '../deliveries/delivery.flow.js';
import { FailedDeliveryRepository } from '../deliveries/failed-delivery.repository.js';
import { UndeliverableLeadsService } from '../undeliverable-leads/undeliverable-leads.service.js';
import { DeliveryLogRepository } from './delivery-log.repository.js';

export const deliveryTransitions = defineTransitions<DeliveryState>('delivery', {
  queued: ['sent', 'failed'],
  // Only a resend leads back to `queued`, and a late report of the provider to `sent`.
  failed: ['queued', 'sent'],
  // The provider accepted it and reported later that it did not arrive.
  sent: ['failed'],
});

interface Resend {
  readonly deliveryId: string;
  readonly actorId: string;
  readonly caller: Caller;
  /** Whose delivery it must be. */
  readonly buyerId?: string;
  /** It must not have failed again since. */
  readonly failedBefore?: string;
}

type ManyRequest = RequestOf<typeof resendDeliveries>;

/** Sends failed deliveries again. */
@Controller()
export class ResendController {
  constructor(
    private readonly transactions: Transactions,
    private readonly deliveries: FailedDeliveryRepository,
    private readonly log: DeliveryLogRepository,
    private readonly flow: DeliveryFlow,
    private readonly undeliverableLeads: UndeliverableLeadsService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Commits the new state, the request to send, and the audit log entry together.
   * @throws DELIVERY_NOT_FOUND, DELIVERY_NOT_FAILED, LEAD_REFUNDED, DELIVERY_CONTENT_REMOVED
   */
  @HandleCommand(resendDelivery)
  async resend({ deliveryId, actorId, caller, buyerId, failedBefore }: Resend): Promise<Delivery> {
    const row = await this.transactions.run(async (tx) => {
      await this.undeliverableLeads.lockDeliveries(tx, deliveryId);
      const delivery = await this.deliveries.findState(tx, deliveryId);
      if (!delivery || (buyerId !== undefined && delivery.buyerId !== buyerId))
        throw new DomainError('DELIVERY_NOT_FOUND');
      const hasFailedSince =
        failedBefore !== undefined && Number(delivery.failedAt) > Date.parse(failedBefore);
      if (!deliveryTransitions.isAllowed(delivery.status, 'queued') || hasFailedSince)
        throw new DomainError('DELIVERY_NOT_FAILED');
      await this.undeliverableLeads.assertNotRefunded(tx, delivery.leadId);
      if (!delivery.hasContent) throw new DomainError('DELIVERY_CONTENT_REMOVED');
      this.deliveries.requeue(tx, deliveryId);
      const requeued = await this.log.find(tx, deliveryId);
      if (!requeued) throw new DomainError('DELIVERY_NOT_FOUND');
      this.flow.table.sendAfterCommit(tx, { id: deliveryId, kind: requeued.channel });
      const subject = { kind: 'delivery', id: deliveryId };
      publishAction(tx, { action: 'delivery-resent', actorId, userId: requeued.buyerId, subject, caller });
      return requeued;
    });
    this.logger.info({ deliveryId, leadId: row.leadId, buyerId: row.buyerId, actorId }, 'delivery requeued');
    return toInstants(row);
  }

  @HandleCommand(resendOwnDelivery)
  resendOwn(request: RequestOf<typeof resendOwnDelivery>) {
    return this.resend({ ...request, actorId: request.buyerId });
  }

  /**
   * Sends many failed deliveries again: one batch per request, one transaction per delivery. Safe to repeat: a delivery
   * that was sent again is no longer failed, or failed after `failedBefore`.
   */
  @HandleCommand(resendDeliveries)
  async resendMany(request: ManyRequest) {
    const { ids, next } = await this.selectBatch(request);
    const { actorId, caller, failedBefore } = request;
    let resent = 0;
    for (const deliveryId of ids) {
      try {
        await this.resend({ deliveryId, actorId, caller, failedBefore });
        resent += 1;
      } catch (err) {
        if (!(err instanceof DomainError)) throw err;
      }
    }
    return { resent, skipped: ids.length - resent, next };
  }

  private async selectBatch(
    request: ManyRequest,
  ): Promise<{ ids: readonly string[]; next: ManyRequest['after'] }> {
    const { deliveryIds, buyerId, channel, failedBefore, after } = request;
    if (deliveryIds !== null) return { ids: deliveryIds, next: null };
    const cursor = after && { at: after.failedAt, id: after.id };
    const page = { after: cursor, limit: RESEND_BATCH_SIZE + 1 };
    const failed = await this.log.listFailedIds({ buyerId, channel }, failedBefore, page);
    const { rows, next } = toPage(failed, RESEND_BATCH_SIZE, ({ id, failedAt }) => ({
      failedAt: failedAt.toISOString(),
      id,
    }));
    return { ids: rows.map(({ id }) => id), next };
  }
}
