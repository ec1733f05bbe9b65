import { randomUUID } from 'node:crypto';
import { CommandClient, HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  DomainError,
  leadUndeliverable,
  type PayloadOf,
  recordAction,
  refundApproved,
  type RequestOf,
  requestRefund,
  resolveRefund,
  toCents,
  toDecimal,
  withholdLead,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { hasOutcome } from '../charges/charge-rules.js';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { PurchaseRepository } from '../charges/purchase.repository.js';
import { isOpen, toMissingCents } from './refund-rules.js';
import { toRefundDto } from './refund.entity.js';
import { type NewRefund, RefundRepository } from './refund.repository.js';

type SaleIds = Pick<PayloadOf<typeof leadUndeliverable>, 'offerId' | 'leadId' | 'buyerId'>;
type RefundInput = Pick<NewRefund, 'reason' | 'note' | 'requestedBy' | 'isOurFailure'>;

/** Requests refunds: commits each with the task to send it, before the first call to the provider. */
@Controller()
export class RefundsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly refunds: RefundRepository,
    private readonly commands: CommandClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @HandleCommand(requestRefund)
  async requestByAdmin({ purchaseId, reason, note, actorId, caller }: RequestOf<typeof requestRefund>) {
    if (!(await this.purchases.find(purchaseId))) throw new DomainError('PURCHASE_NOT_FOUND');
    const id = await this.transactions.run(async (tx) => {
      const purchase = await this.purchases.lock(tx, purchaseId);
      const refundId = await this.insert(tx, purchase, { reason, note, requestedBy: actorId });
      if (refundId === undefined) throw new DomainError('PURCHASE_NOT_REFUNDABLE');
      tx.publish(
        recordAction,
        {
          actionId: refundId,
          action: 'refund-requested',
          actorId,
          userId: purchase.userId,
          subject: { kind: 'refund', id: refundId },
          caller,
          at: new Date().toISOString(),
        },
        { key: refundId },
      );
      return refundId;
    });
    this.logger.info({ purchaseId, refundId: id, reason, actorId }, 'refund requested by admin');
    return { refund: toRefundDto(await this.refunds.get(id)) };
  }

  /**
   * Refunds only a lead that the buyer has not seen: lead-router decides that, and withholds such a lead. Idempotent:
   * a payment that was given back, or is being given back, stays as it is.
   */
  @HandleEvent(leadUndeliverable)
  async requestForUndeliverable(event: PayloadOf<typeof leadUndeliverable>): Promise<void> {
    const { offerId, leadId, buyerId, isOurFailure } = event;
    const purchase = await this.findPurchase({ offerId, leadId, buyerId });
    if (!purchase) return;
    // Withheld from now on, unless its buyer has seen it (ADR 7).
    if (!(await this.commands.send(withholdLead, { offerId, leadId, buyerId })).isWithheld) {
      this.logger.info({ purchaseId: purchase.id, offerId, leadId }, 'lead seen by buyer not refunded');
      return;
    }
    const input = { reason: 'undeliverable', note: null, requestedBy: null, isOurFailure } as const;
    const refundId = await this.transactions.run(async (tx) =>
      this.insert(tx, await this.purchases.lock(tx, purchase.id), input),
    );
    if (refundId !== undefined)
      this.logger.info(
        { purchaseId: purchase.id, offerId, refundId },
        'refund of undelivered lead requested',
      );
  }

  /** Idempotent: each report requests at most one refund, whose id is the report's. */
  @HandleEvent(refundApproved)
  async requestForReport(event: PayloadOf<typeof refundApproved>): Promise<void> {
    const { reportId, offerId, leadId, buyerId, reason, note, actorId } = event;
    const purchase = await this.findPurchase({ offerId, leadId, buyerId });
    if (!purchase) return;
    const refundId = await this.transactions.run(async (tx) => {
      const locked = await this.purchases.lock(tx, purchase.id);
      const earlier = await this.refunds.listLocked(tx, purchase.id);
      if (earlier.some(({ id }) => id === reportId)) return undefined;
      return this.insert(tx, locked, { reason, note, requestedBy: actorId }, reportId);
    });
    if (refundId !== undefined)
      this.logger.info({ purchaseId: purchase.id, offerId, refundId }, 'refund of reported lead requested');
  }

  /** Returns undefined, with an alarm, if the message does not match the purchase. */
  private async findPurchase({ offerId, leadId, buyerId }: SaleIds): Promise<PurchaseEntity | undefined> {
    const purchase = await this.purchases.findByOffer(offerId);
    // Reports and deliveries follow the charge, so its outcome is on its way; the event is retried until then.
    if (!purchase || !hasOutcome(purchase.status))
      throw new Error(`the charge of offer ${offerId} has no outcome yet`);
    if (purchase.leadId === leadId && purchase.userId === buyerId) return purchase;
    this.logger.error(
      { alarm: 'undeliverable-lead-mismatch', offerId, leadId },
      'lead to refund did not match the purchase',
    );
    return undefined;
  }

  /** Returns undefined if nothing is left to refund, or a refund of ours is on its way. `purchase` must be locked. */
  private async insert(
    tx: Tx,
    purchase: PurchaseEntity,
    input: RefundInput,
    id: string = randomUUID(),
  ): Promise<string | undefined> {
    if (purchase.status !== 'succeeded') return undefined;
    const earlier = await this.refunds.listLocked(tx, purchase.id);
    if (earlier.some(({ status, reason }) => isOpen(status) && reason !== 'made-at-provider'))
      return undefined;
    const amountCents = toMissingCents(toCents(purchase.amount), earlier);
    if (amountCents <= 0) return undefined;
    await this.refunds.insert(tx, {
      id,
      purchaseId: purchase.id,
      amount: toDecimal(amountCents),
      ...input,
    });
    tx.publish(resolveRefund, { refundId: id, attempt: 1 }, { key: `${id}-1` });
    return id;
  }
}
