import type { Message } from '@desk/bullmq-transport';
import { DomainError, type leadDelivered, type PayloadOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { FeedService } from '../feed/feed.service.js';
import { SaleRepository } from './sale.repository.js';

/** Records when a sold lead was first delivered. Notifier reports each channel. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sales: SaleRepository,
    private readonly feed: FeedService,
  ) {}

  async recordDelivered(delivery: PayloadOf<typeof leadDelivered>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const sale =
        (await this.sales.setDelivered(tx, delivery)) ?? (await this.insertDelivered(tx, delivery));
      // The sale has not been committed yet: the event is retried until it has.
      if (!sale) throw new DomainError('LEAD_NOT_FOUND');
      if (sale.isFirst) this.feed.append(tx, [sale.buyerId], 'lead-delivered', delivery.leadId);
      crashPoint('lead-router.before-delivered-commit');
    });
    this.feed.notify([delivery.buyerId]);
  }

  /** A copy of an older release, still running during an update, sells leads without adding them to the list. */
  private insertDelivered(tx: Tx, delivery: PayloadOf<typeof leadDelivered>) {
    this.sales.insert(tx, delivery.leadId);
    return this.sales.setDelivered(tx, delivery);
  }
}
