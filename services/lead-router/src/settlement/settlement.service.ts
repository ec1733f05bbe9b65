import type { Message } from '@desk/bullmq-transport';
import {
  leadSold,
  type offerCharged,
  type offerDeclined,
  type OfferState,
  type PayloadOf,
  routeLead,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { releaseDailySlot } from '../buyers/daily-slots.js';
import { Funnel } from '../database/entities/funnel.entity.js';
import { LeadOffer } from '../database/entities/lead-offer.entity.js';
import { Lead } from '../database/entities/lead.entity.js';
import { FeedService } from '../feed/feed.service.js';
import { reserve } from '../routing/reserve.js';
import { moveLead, moveOffer } from '../routing/transitions.js';
import { recordSale } from '../sold-leads/record-sale.js';
import { toCanonical } from './lead-snapshot.js';

@Injectable()
export class OfferOutcomesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly feed: FeedService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** The buyer has paid: the lead is sold and on their list, and the delivery is ordered in the same transaction. */
  async charged(outcome: PayloadOf<typeof offerCharged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const { lead, offer } = await this.lock(tx, outcome.offerId, outcome.leadId);
      const soldAt = new Date();
      await this.settle(tx, offer, 'charged', soldAt);
      await tx.manager.update(Lead, lead.id, { status: moveLead(lead.status, 'sold'), soldAt });
      await recordSale(tx, lead.id);
      const funnel = await tx.manager.findOneByOrFail(Funnel, { id: lead.funnelId });
      tx.publish(
        leadSold,
        {
          leadId: lead.id,
          offerId: offer.id,
          buyerId: offer.buyerId,
          amountCents: outcome.amountCents,
          receivedAt: lead.createdAt.toISOString(),
          soldAt: soldAt.toISOString(),
          funnelName: funnel.name,
          lead: toCanonical(lead),
        },
        { key: lead.id },
      );
      await this.feed.append(tx, [offer.buyerId], 'lead-sold', lead.id);
      crashPoint('lead-router.before-outcome-commit');
    });
    crashPoint('lead-router.after-outcome-commit');
    this.feed.say([outcome.buyerId]);
    this.logger.info({ event: 'lead sold', leadId: outcome.leadId, offerId: outcome.offerId });
  }

  /**
   * The charge is refused for certain: the unit goes back, the card gets no more leads until it is replaced, and the
   * next buyer is reserved in the same transaction.
   */
  async declined(outcome: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const { lead, offer } = await this.lock(tx, outcome.offerId, outcome.leadId);
      const now = new Date();
      await this.settle(tx, offer, outcome.blameCard ? 'declined' : 'released', now, outcome.declineCode);
      if (outcome.blameCard)
        await tx.query('UPDATE buyers SET card_usable = false WHERE id = $1 AND card_version <= $2', [
          offer.buyerId,
          outcome.cardVersion,
        ]);
      await releaseDailySlot(tx, offer.buyerId, offer.slotDay);
      lead.status = moveLead(lead.status, 'available');
      // This transaction holds the declined buyer, so it waits for no other one.
      const reservation = await reserve(tx, lead, { mayWait: false });
      if (reservation !== 'reserved') await tx.manager.update(Lead, lead.id, { status: lead.status });
      if (reservation === 'contended')
        tx.publish(routeLead, { leadId: lead.id }, { key: `${lead.id}-${lead.offersMade}` });
      await this.feed.append(tx, [offer.buyerId], 'eligibility-changed');
      crashPoint('lead-router.before-decline-commit');
    });
    this.feed.say([outcome.buyerId]);
    this.logger.info({ event: 'offer declined', leadId: outcome.leadId, offerId: outcome.offerId });
  }

  /** The lead before anything else, as everywhere. */
  private async lock(tx: Tx, offerId: string, leadId: string): Promise<{ lead: Lead; offer: LeadOffer }> {
    const lock = { mode: 'pessimistic_write' } as const;
    const lead = await tx.manager.findOneOrFail(Lead, { where: { id: leadId }, lock });
    const offer = await tx.manager.findOneOrFail(LeadOffer, { where: { id: offerId, leadId }, lock });
    return { lead, offer };
  }

  private async settle(
    tx: Tx,
    offer: LeadOffer,
    to: OfferState,
    closedAt: Date,
    declineCode?: string,
  ): Promise<void> {
    await tx.manager.update(LeadOffer, offer.id, {
      status: moveOffer(offer.status, to),
      closedAt,
      declineCode: declineCode ?? null,
    });
  }
}
