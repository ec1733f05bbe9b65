import { DomainError, leadSeen, type RequestOf, type withholdLead } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { UndeliveredLeadsService } from '../buyers/undelivered-leads.service.js';
import { FeedService } from '../feed/feed.service.js';
import { SaleRepository } from './sale.repository.js';

/**
 * Decides between a buyer who reads a lead and a refund of it because no channel could deliver it: whoever locks the
 * row of the sold lead first wins (ADR 7).
 */
@Injectable()
export class SeenLeadsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sales: SaleRepository,
    private readonly undelivered: UndeliveredLeadsService,
    private readonly feed: FeedService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Records, before contact data leaves, that the buyer gets to see these leads. Skips those that are withheld. */
  async record(leadIds: readonly string[]): Promise<void> {
    await this.transactions.run(async (tx) => {
      const seen = await this.sales.setSeen(tx, leadIds);
      const buyerIds = seen.filter(({ isDeferred }) => isDeferred).map(({ buyerId }) => buyerId);
      this.feed.appendEach(tx, await this.undelivered.recount(tx, buyerIds));
    });
  }

  /**
   * Withholds the contact data of a lead that no channel could deliver and its buyer has not seen. Otherwise informs the
   * notifier that the lead counts as delivered. Safe to repeat.
   * @throws LEAD_NOT_FOUND
   */
  async withhold({ leadId, offerId, buyerId }: RequestOf<typeof withholdLead>): Promise<boolean> {
    const seenAt = await this.transactions.run(async (tx) => {
      const sale = await this.sales.lock(tx, { leadId, offerId, buyerId });
      if (!sale) throw new DomainError('LEAD_NOT_FOUND');
      if (sale.seenAt) {
        const payload = { leadId, offerId, buyerId, seenAt: sale.seenAt.toISOString() };
        tx.publish(leadSeen, payload, { key: offerId });
      } else if (!sale.isWithheld) {
        this.sales.withhold(tx, leadId);
        const changes = await this.undelivered.recount(tx, sale.isDeferred ? [buyerId] : []);
        this.feed.appendEach(tx, [...changes, { buyerId, kind: 'lead-changed', leadId }]);
      }
      return sale.seenAt;
    });
    this.feed.notify([buyerId]);
    this.logger.info({ leadId, buyerId, isWithheld: seenAt === null }, 'undeliverable lead decided');
    return seenAt === null;
  }
}
