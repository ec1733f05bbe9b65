import { leadRefunded, leadRefundFailed, type MoneyBackReason, toCents } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { purchaseTransitions } from '../charges/charge-rules.js';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { PurchaseRepository } from '../charges/purchase.repository.js';
import { findCompletingPart, type GivenBack } from './refund-rules.js';
import type { RefundEntity } from './refund.entity.js';
import { RefundRepository } from './refund.repository.js';

/** A refund or dispute, and when it ended. */
interface Ended {
  readonly id: string;
  readonly at: Date;
}

/** What gave the payment, or a part of it, back. */
interface MoneyBack extends GivenBack {
  readonly reason: MoneyBackReason;
  readonly isOurFailure: boolean;
}

/** The bank gave the buyer the money. */
const SELECT_LOST_DISPUTES = `
  SELECT id, (amount * 100)::int AS "amountCents", closed_at AS at FROM disputes
   WHERE purchase_id = $1 AND status = 'lost'`;

/** A bank that reverses its decision takes the money from the buyer again. */
const SELECT_WON_DISPUTE = `
  SELECT id, updated_at AS at FROM disputes
   WHERE purchase_id = $1 AND status = 'won' ORDER BY updated_at DESC LIMIT 1`;

/** Derives from its refunds and disputes whether a payment was given back, and announces a change. */
@Injectable()
export class MoneyBackRecorder {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly refunds: RefundRepository,
  ) {}

  /** Returns whether the payment is given back. The caller holds the lock on `purchase`. */
  async update(tx: Tx, purchase: PurchaseEntity): Promise<boolean> {
    const { id, status } = purchase;
    if (status !== 'succeeded' && status !== 'refunded') return false;
    const cause = await this.find(tx, purchase);
    const next = cause ? 'refunded' : 'succeeded';
    if (next === status) return cause !== undefined;
    const moved = purchaseTransitions.move(status, next) as typeof next;
    await this.purchases.setMoneyBack(tx, id, moved, cause?.id);
    if (cause) this.publishRefunded(tx, purchase, cause);
    else await this.publishFailed(tx, purchase);
    return cause !== undefined;
  }

  private async find(tx: Tx, { id, amount }: PurchaseEntity): Promise<MoneyBack | undefined> {
    const lost = await tx.query<GivenBack>(SELECT_LOST_DISPUTES, [id]);
    return findCompletingPart<MoneyBack>(toCents(amount), [
      ...(await this.refunds.listLocked(tx, id))
        .filter(({ status }) => status === 'succeeded')
        .map(toMoneyBack),
      ...lost.map((dispute) => ({ ...dispute, reason: 'dispute-lost' as const, isOurFailure: false })),
    ]);
  }

  private publishRefunded(
    tx: Tx,
    purchase: PurchaseEntity,
    { id, reason, at, isOurFailure }: MoneyBack,
  ): void {
    const payload = { ...toIds(purchase, id), reason, refundedAt: at.toISOString() };
    tx.publish(leadRefunded, { ...payload, ...(isOurFailure && { isOurFailure }) }, { key: id });
  }

  /**
   * The payment counts again since the last refund that failed or dispute that was won. The event names the refund or
   * dispute that `billing.lead-refunded` named, perhaps another, so that receivers can match the two.
   */
  private async publishFailed(tx: Tx, purchase: PurchaseEntity): Promise<void> {
    const failed = (await this.refunds.listLocked(tx, purchase.id)).flatMap(({ id, succeededAt, endedAt }) =>
      succeededAt !== null && endedAt !== null ? [{ id, at: endedAt }] : [],
    );
    const won = await tx.query<Ended>(SELECT_WON_DISPUTE, [purchase.id]);
    const [last] = [...failed, ...won].toSorted((a, b) => Number(b.at) - Number(a.at));
    if (!last)
      throw new Error(
        `purchase ${purchase.id} counts as given back, but no refund failed and no dispute was won`,
      );
    const announced = purchase.givenBackBy ?? last.id;
    const payload = { ...toIds(purchase, announced), failedAt: last.at.toISOString() };
    tx.publish(leadRefundFailed, payload, { key: announced });
  }
}

const toMoneyBack = ({ id, amount, reason, isOurFailure, succeededAt }: RefundEntity): MoneyBack => ({
  id,
  amountCents: toCents(amount),
  reason,
  isOurFailure,
  at: succeededAt ?? new Date(),
});

const toIds = (purchase: PurchaseEntity, refundId: string) => ({
  refundId,
  purchaseId: purchase.id,
  offerId: purchase.offerId,
  leadId: purchase.leadId,
  buyerId: purchase.userId,
  amountCents: toCents(purchase.amount),
});
