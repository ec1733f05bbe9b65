import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { DomainError, leadRefunded, leadRefundFailed, type PayloadOf } from '@desk/contracts';
import { prepared, Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller, Injectable } from '@nestjs/common';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';
import { lockTiedBuyers, UndeliveredLeadsService } from '../buyers/undelivered-leads.service.js';
import { FeedService } from '../feed/feed.service.js';

/** A deferred lead counts as undelivered until it is delivered, seen or withheld. */
interface RefundedSale {
  readonly isRefunded: boolean;
  readonly isDeferred: boolean;
}

interface RestoredSale {
  readonly buyerId: string;
  readonly isDeferred: boolean;
}

/** Refunds may arrive in any order. One that failed once never counts again, and of two the newer one counts. */
const SET_REFUNDED = prepared(`
  UPDATE sold_leads
     SET (refunded_at, refund_id) = (
           SELECT CASE WHEN is_outdated THEN refunded_at ELSE $4 END, CASE WHEN is_outdated THEN refund_id ELSE $3 END
             FROM (SELECT $3 = ANY (failed_refunds) OR COALESCE(refunded_at > $4, false) AS is_outdated) refund)
   WHERE lead_id = $1 AND offer_id = $2 RETURNING refunded_at IS NOT NULL AS "isRefunded", deferred_at IS NOT NULL AS "isDeferred"`);
const SET_REFUND_FAILED = prepared(`
  UPDATE sold_leads
     SET refunded_at = CASE WHEN refund_id = $3 THEN NULL ELSE refunded_at END,
         refund_id = CASE WHEN refund_id = $3 THEN NULL ELSE refund_id END,
         failed_refunds = array_append(failed_refunds, $3)
   WHERE lead_id = $1 AND offer_id = $2 RETURNING buyer_id AS "buyerId", deferred_at IS NOT NULL AS "isDeferred"`);
/** Shows contact data again to a buyer who has paid after all. */
const RESTORE =
  'UPDATE sold_leads SET withheld_at = NULL WHERE lead_id = $1 AND refunded_at IS NULL AND withheld_at IS NOT NULL';
/** Once the lead is refunded, nothing is left to decide. */
const CLOSE_REPORTS = `
  UPDATE problem_reports SET state = 'approved', decided_at = $2
   WHERE lead_id = $1 AND state IN ('reported', 'in-review')`;

/** Records refunds of sold leads. */
@Injectable()
export class RefundRepository {
  /** Returns whether the payment counts as refunded; undefined if the lead is not listed. */
  async setRefunded(
    tx: Tx,
    { leadId, offerId, refundId, refundedAt }: PayloadOf<typeof leadRefunded>,
  ): Promise<RefundedSale | undefined> {
    const parameters = [leadId, offerId, refundId, refundedAt];
    const [sale] = await tx.query<RefundedSale>(SET_REFUNDED, parameters);
    if (sale?.isRefunded) tx.send(CLOSE_REPORTS, [leadId, refundedAt]);
    return sale;
  }

  /** Returns undefined if the lead is not listed. */
  async setRefundFailed(
    tx: Tx,
    { leadId, offerId, refundId }: PayloadOf<typeof leadRefundFailed>,
  ): Promise<RestoredSale | undefined> {
    const [sale] = await tx.query<RestoredSale>(SET_REFUND_FAILED, [leadId, offerId, refundId]);
    if (sale) tx.send(RESTORE, [leadId]);
    return sale;
  }
}

/** Applies what billing reports about the refund of a sold lead. */
@Controller()
export class RefundsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly sales: RefundRepository,
    private readonly settings: BuyerSettingsService,
    private readonly undelivered: UndeliveredLeadsService,
    private readonly feed: FeedService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * A refund for an undeliverable lead pauses the buyer's service, because the next lead would be refunded, too. It
   * does not if we failed ourselves, which no buyer can fix (ADR 7).
   */
  @HandleEvent(leadRefunded)
  async recordRefunded(refund: PayloadOf<typeof leadRefunded>, message: Message): Promise<void> {
    const { buyerId, offerId, leadId, reason, isOurFailure = false } = refund;
    const isPaused = await this.transactions.once(message, async (tx) => {
      const sale = await this.sales.setRefunded(tx, refund);
      // The sale has not been committed yet: the event is retried until it has.
      if (!sale) throw new DomainError('LEAD_NOT_FOUND');
      const changes = await this.undelivered.recount(tx, sale.isDeferred ? [buyerId] : []);
      const mayPause = reason === 'undeliverable' && !isOurFailure;
      const tiedIds = mayPause ? await lockTiedBuyers(tx, buyerId) : [];
      // Locks the heads of all feeds together. The pause appends only to the buyer's, which is locked then.
      this.feed.appendEach(tx, [...changes, { buyerId, kind: 'lead-changed', leadId }]);
      return mayPause && (await this.settings.pauseForDelivery(tx, { buyerId, offerId, tiedIds }));
    });
    this.logger.info({ leadId, reason }, 'refund of lead recorded');
    if (isPaused === true) this.logger.warn({ buyerId, leadId }, 'service paused after undeliverable lead');
  }

  @HandleEvent(leadRefundFailed)
  async recordRefundFailed(refund: PayloadOf<typeof leadRefundFailed>, message: Message): Promise<void> {
    const { buyerId, leadId } = refund;
    await this.transactions.once(message, async (tx) => {
      const sale = await this.sales.setRefundFailed(tx, refund);
      if (!sale) throw new DomainError('LEAD_NOT_FOUND');
      const changes = await this.undelivered.recount(tx, sale.isDeferred ? [sale.buyerId] : []);
      this.feed.appendEach(tx, [...changes, { buyerId, kind: 'lead-changed', leadId }]);
    });
  }
}
