import { HandleEvent } from '@desk/bullmq-transport';
import { type PayloadOf, resolveRefund, toCents } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { PurchaseRepository } from '../charges/purchase.repository.js';
import {
  MoneyBackClient,
  type ProviderRefund,
  type RefundAnswer,
  type RefundRequest,
} from '../provider/money-back-client.js';
import { unknownVerdict, type UnknownVerdict } from '../provider/verdict.js';
import { RefundRecorder } from './refund-recorder.js';
import { isOpen, isUnreadableTooLong, refundDelayMs } from './refund-rules.js';
import type { RefundEntity } from './refund.entity.js';
import { RefundRepository } from './refund.repository.js';

/** From this attempt on, refunds that the provider refuses to show are read as seldom as pending ones. */
const FAST_READS = 10;

/** One key per refund and attempt. The same key always carries the same parameters. */
const refundKey = ({ id, createAttempt }: RefundEntity): string => `refund-${id}-create-${createAttempt}`;

/**
 * Drives a requested refund to its outcome. Any number of processes may work on the same refund and crash at any line; each
 * one continues from what is committed. A message that was not handled to its end comes again.
 *
 * | committed                          | how the refund continues                                            |
 * | ---------------------------------- | ------------------------------------------------------------------- |
 * | 1. requested (`RefundsController`) | `resolve` sends it; if it comes again, under the same key           |
 * | 2. still open, with `resolve`      | `resolve` comes after a delay, and sends it only if the provider    |
 * |                                    | does not have it; an event of the provider may be sooner            |
 * | 3. outcome, with its event         | nothing more is sent; an event comes if the bank returns the money  |
 */
@Controller()
export class RefundFlow {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly refunds: RefundRepository,
    private readonly client: MoneyBackClient,
    private readonly recorder: RefundRecorder,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Ignores an attempt that a later one has replaced. */
  @HandleEvent(resolveRefund)
  async resolve({ refundId, attempt }: PayloadOf<typeof resolveRefund>): Promise<void> {
    const refund = await this.refunds.get(refundId);
    if (!isOpen(refund.status) || refund.resolveAttempt > attempt) return;
    const purchase = await this.purchases.get(refund.purchaseId);
    if (purchase.status === 'refunded' && refund.stripeRefundId === null && attempt === 1)
      return this.recorder.end(refund, 'canceled', 'already_refunded');
    const answer = await this.send(purchase, refund, attempt);
    await this.conclude(purchase, refund, answer, attempt);
  }

  /** Sends the refund, after reading what an earlier attempt may have done. */
  private async send(purchase: PurchaseEntity, refund: RefundEntity, attempt: number): Promise<RefundAnswer> {
    const intentId = purchase.stripePaymentIntentId;
    if (intentId === null) throw new Error(`purchase ${purchase.id} has no payment intent`);
    if (attempt > 1 || refund.stripeRefundId !== null) {
      const known = await this.client.readRefunds(intentId);
      if (known.kind !== 'read' || isKnown(refund, known.refunds)) return known;
    }
    return this.client.createRefund(toRequest(purchase, refund, intentId), refundKey(refund));
  }

  /** Commits the outcome (3), or that there is none yet (2). */
  private async conclude(
    purchase: PurchaseEntity,
    refund: RefundEntity,
    answer: RefundAnswer,
    attempt: number,
  ): Promise<void> {
    const ids = { refundId: refund.id, purchaseId: purchase.id, offerId: purchase.offerId };
    if (answer.kind === 'unknown') {
      this.logUnknown(ids, answer, attempt);
      return this.defer(refund, answer.isUnanswered ? 'unanswered' : 'unknown', attempt, answer.needsNewKey);
    }
    if (answer.kind === 'unreadable' && !isUnreadableTooLong(refund.requestedAt, new Date())) {
      this.logUnknown(ids, unknownVerdict(answer.code, { needsAlarm: true }), attempt);
      return this.defer(refund, attempt < FAST_READS ? 'unknown' : 'pending', attempt, false);
    }
    if (answer.kind === 'refused' || answer.kind === 'unreadable') {
      this.logger.error({ ...ids, alarm: 'refund-refused', code: answer.code }, 'refund refused by provider');
      return this.recorder.end(refund, 'failed', answer.code);
    }
    await this.recorder.record(purchase.id, answer.refunds, answer.isComplete);
    const { status, failureReason } = await this.refunds.get(refund.id);
    this.logger.info({ ...ids, status, failureReason, attempt }, 'refund state recorded');
    if (isOpen(status))
      await this.defer(refund, status === 'pending' ? 'pending' : 'unknown', attempt, false);
  }

  private logUnknown(ids: object, { reason, needsAlarm }: UnknownVerdict, attempt: number): void {
    if (needsAlarm)
      this.logger.error(
        { ...ids, alarm: 'provider-rejected-request', reason },
        'provider request rejected: refund',
      );
    this.logger.warn({ ...ids, reason, attempt }, 'refund deferred');
  }

  /** Schedules another attempt. Does nothing if it is already scheduled. */
  private async defer(
    { id, purchaseId, createAttempt }: RefundEntity,
    state: 'unknown' | 'unanswered' | 'pending',
    attempt: number,
    needsNewKey: boolean,
  ): Promise<void> {
    const nextAttempt = attempt + 1;
    await this.transactions.run(async (tx) => {
      await this.purchases.lock(tx, purchaseId);
      const current = (await this.refunds.listLocked(tx, purchaseId)).find((row) => row.id === id);
      if (!current || !isOpen(current.status) || current.resolveAttempt >= nextAttempt) return;
      await this.refunds.setAttempts(tx, id, {
        resolveAttempt: nextAttempt,
        createAttempt: createAttempt + (needsNewKey ? 1 : 0),
      });
      tx.publish(
        resolveRefund,
        { refundId: id, attempt: nextAttempt },
        { key: `${id}-${nextAttempt}`, delayMs: refundDelayMs(nextAttempt, state, Math.random) },
      );
    });
  }
}

const isKnown = ({ id, stripeRefundId }: RefundEntity, refunds: readonly ProviderRefund[]): boolean =>
  stripeRefundId !== null || refunds.some(({ refundId }) => refundId === id);

/** Derived from rows that do not change, so that a repetition always sends the same parameters. */
const toRequest = (purchase: PurchaseEntity, refund: RefundEntity, intentId: string): RefundRequest => ({
  refundId: refund.id,
  intentId,
  amountCents: toCents(refund.amount),
  reason: refund.reason === 'duplicate-charge' ? 'duplicate' : 'requested_by_customer',
});
