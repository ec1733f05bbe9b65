import type { Message } from '@desk/bullmq-transport';
import { DomainError, type leadDelivered, type PayloadOf } from '@desk/contracts';
import { prepared, Transactions, type Tx } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { FeedService } from '../feed/feed.service.js';
import { recordSale } from './record-sale.js';

type Delivery = PayloadOf<typeof leadDelivered>;

const MARK = prepared(`
  UPDATE sold_leads s SET delivered_at = LEAST(s.delivered_at, $3)
    FROM (SELECT lead_id, delivered_at FROM sold_leads WHERE lead_id = $1 AND offer_id = $2 FOR UPDATE) before
   WHERE s.lead_id = before.lead_id
  RETURNING s.buyer_id AS "buyerId", before.delivered_at IS NULL AS first`);

/** Notifier tells of each channel that took a lead; the buyer sees the first. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly feed: FeedService,
  ) {}

  async delivered(delivery: Delivery, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const marked = (await this.mark(tx, delivery)) ?? (await this.recordAndMark(tx, delivery));
      // Not sold yet, as far as is known here: tried again until it is.
      if (!marked) throw new DomainError('LEAD_NOT_FOUND');
      if (marked.first) await this.feed.append(tx, [marked.buyerId], 'lead-delivered', delivery.leadId);
      crashPoint('lead-router.before-delivered-commit');
    });
    this.feed.say([delivery.buyerId]);
  }

  /** A copy of an older version, still running during an update, sells without writing the buyer's list. */
  private async recordAndMark(tx: Tx, delivery: Delivery) {
    await recordSale(tx, delivery.leadId);
    return this.mark(tx, delivery);
  }

  private async mark(tx: Tx, { leadId, offerId, deliveredAt }: Delivery) {
    const [marked] = await tx.query<{ buyerId: string; first: boolean }>(MARK, [
      leadId,
      offerId,
      deliveredAt,
    ]);
    return marked;
  }
}
