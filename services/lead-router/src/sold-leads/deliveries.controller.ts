import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { DomainError, leadDeferred, leadDelivered, type PayloadOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { UndeliveredLeadsService } from '../buyers/undelivered-leads.service.js';
import { FeedService } from '../feed/feed.service.js';
import { SaleRepository } from './sale.repository.js';

/** Records when a sold lead was first delivered. Notifier reports each channel. */
@Controller()
export class DeliveriesController {
  constructor(
    private readonly transactions: Transactions,
    private readonly sales: SaleRepository,
    private readonly undelivered: UndeliveredLeadsService,
    private readonly feed: FeedService,
  ) {}

  @HandleEvent(leadDelivered)
  async recordDelivered(delivery: PayloadOf<typeof leadDelivered>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const sale = await this.sales.setDelivered(tx, delivery);
      // The sale has not been committed yet: the event is retried until it has.
      if (!sale) throw new DomainError('LEAD_NOT_FOUND');
      const changed = sale.isFirst && sale.isDeferred ? await this.undelivered.count(tx, sale.buyerId) : [];
      this.feed.append(tx, changed, 'eligibility-changed');
      if (sale.isFirst) this.feed.append(tx, [sale.buyerId], 'lead-delivered', delivery.leadId);
      crashPoint('lead-router.before-delivered-commit');
    });
    this.feed.notify([delivery.buyerId]);
  }

  /** An attempt failed. Until a channel takes the lead, or its buyer sees it, it counts against the buyer (ADR 7). */
  @HandleEvent(leadDeferred)
  async recordDeferred(delivery: PayloadOf<typeof leadDeferred>, message: Message): Promise<void> {
    const { buyerId } = delivery;
    await this.transactions.once(message, async (tx) => {
      const sale = await this.sales.setDeferred(tx, delivery);
      if (!sale) throw new DomainError('LEAD_NOT_FOUND');
      const changed = sale.isUndelivered ? await this.undelivered.count(tx, buyerId) : [];
      this.feed.append(tx, changed, 'eligibility-changed');
      crashPoint('lead-router.before-deferred-commit');
    });
    this.feed.notify([buyerId]);
  }
}
