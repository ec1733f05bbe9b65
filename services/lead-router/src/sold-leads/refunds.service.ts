import type { Message } from '@desk/bullmq-transport';
import { DomainError, type leadRefunded, type leadRefundFailed, type PayloadOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { refreshEligibility } from '../buyers/daily-slots.js';
import { RETURN_DAILY_SLOT } from '../buyers/eligibility.sql.js';
import { FeedService } from '../feed/feed.service.js';
import { SaleRepository } from './sale.repository.js';

type Refunded = PayloadOf<typeof leadRefunded>;

/** Follows billing: whether the payment for a sold lead went back to the card. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sales: SaleRepository,
    private readonly feed: FeedService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async recordRefunded(refund: Refunded, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const sale = await this.sales.setRefunded(tx, refund);
      // The sale has not been committed yet: the event is retried until it has.
      if (!sale) throw new DomainError('LEAD_NOT_FOUND');
      if (refund.reason === 'undeliverable') await this.returnDailySlot(tx, refund);
      this.feed.append(tx, [refund.buyerId], 'lead-changed', refund.leadId);
      crashPoint('lead-router.before-refund-commit');
    });
    crashPoint('lead-router.after-refund-commit');
    this.feed.notify([refund.buyerId]);
    this.logger.info({ leadId: refund.leadId, reason: refund.reason }, 'refund of lead recorded');
  }

  async recordRefundFailed(refund: PayloadOf<typeof leadRefundFailed>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      if (!(await this.sales.setRefundFailed(tx, refund))) throw new DomainError('LEAD_NOT_FOUND');
      this.feed.append(tx, [refund.buyerId], 'lead-changed', refund.leadId);
      crashPoint('lead-router.before-refund-commit');
    });
    this.feed.notify([refund.buyerId]);
  }

  /**
   * A lead that never arrived does not use up the buyer's day: its slot returns if the day is not over. A slot that
   * returned once stays returned, even if the refund fails later.
   */
  private async returnDailySlot(tx: Tx, { offerId, buyerId }: Refunded): Promise<void> {
    await tx.query('SELECT 1 FROM buyers WHERE id = $1 FOR UPDATE', [buyerId]);
    const returned = await tx.query(RETURN_DAILY_SLOT, [offerId, buyerId]);
    if (returned.length > 0) await refreshEligibility(tx, buyerId);
  }
}
