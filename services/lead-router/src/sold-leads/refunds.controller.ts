import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { DomainError, leadRefunded, leadRefundFailed, type PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';
import { UndeliveredLeadsService } from '../buyers/undelivered-leads.service.js';
import { FeedService } from '../feed/feed.service.js';
import { SaleRepository } from './sale.repository.js';

/** Applies what billing reports about the refund of a sold lead. */
@Controller()
export class RefundsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly sales: SaleRepository,
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
      const hasPaused =
        reason === 'undeliverable' &&
        !isOurFailure &&
        (await this.settings.pauseForDelivery(tx, buyerId, offerId));
      this.feed.appendEach(tx, [...changes, { buyerId, kind: 'lead-changed', leadId }]);
      return hasPaused;
    });
    this.feed.notify([buyerId]);
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
    this.feed.notify([buyerId]);
  }
}
