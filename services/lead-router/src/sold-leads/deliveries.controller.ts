import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { DomainError, leadDeferred, leadDelivered, type PayloadOf } from '@desk/contracts';
import { Batcher, Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { UndeliveredLeadsService } from '../buyers/undelivered-leads.service.js';
import { FeedService } from '../feed/feed.service.js';
import { SaleRepository } from './sale.repository.js';

interface Delivery extends PayloadOf<typeof leadDelivered> {
  readonly message: Message;
}

/** Records when a sold lead was first delivered. Notifier reports each channel. */
@Controller()
export class DeliveriesController {
  private readonly deliveries = new Batcher((deliveries: readonly Delivery[]) =>
    this.recordAllDelivered(deliveries),
  );

  constructor(
    private readonly transactions: Transactions,
    private readonly sales: SaleRepository,
    private readonly undelivered: UndeliveredLeadsService,
    private readonly feed: FeedService,
  ) {}

  @HandleEvent(leadDelivered)
  async recordDelivered(delivery: PayloadOf<typeof leadDelivered>, message: Message): Promise<void> {
    await this.deliveries.add({ ...delivery, message });
  }

  /** Records a failed attempt. The lead counts against its buyer until it is delivered or they see it (ADR 7). */
  @HandleEvent(leadDeferred)
  async recordDeferred(delivery: PayloadOf<typeof leadDeferred>, message: Message): Promise<void> {
    const { buyerId } = delivery;
    await this.transactions.once(message, async (tx) => {
      const sale = await this.sales.setDeferred(tx, delivery);
      if (!sale) throw new DomainError('LEAD_NOT_FOUND');
      this.feed.appendEach(tx, await this.undelivered.recount(tx, sale.isUndelivered ? [buyerId] : []));
    });
  }

  private async recordAllDelivered(deliveries: readonly Delivery[]): Promise<undefined[]> {
    const messages = deliveries.map(({ message }) => message);
    await this.transactions.onceForAll(messages, async (tx) => {
      const sales = await this.sales.setDelivered(tx, deliveries);
      const listed = new Set(sales.map(({ offerId }) => offerId));
      // A sale is not committed yet. The event is retried until it is.
      if (!deliveries.every(({ offerId }) => listed.has(offerId))) throw new DomainError('LEAD_NOT_FOUND');
      const first = sales.filter(({ isFirst }) => isFirst);
      const buyerIds = first.filter(({ isDeferred }) => isDeferred).map(({ buyerId }) => buyerId);
      const changes = buyerIds.length > 0 ? await this.undelivered.recount(tx, buyerIds) : [];
      const delivered = first.map((sale) => ({ ...sale, kind: 'lead-delivered' as const }));
      this.feed.appendEach(tx, [...changes, ...delivered]);
    });
    return deliveries.map(() => undefined);
  }
}
