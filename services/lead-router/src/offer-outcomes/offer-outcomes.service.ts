import type { Message } from '@desk/bullmq-transport';
import { leadSold, type offerCharged, type offerDeclined, type PayloadOf, routeLead } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { releaseDailySlot } from '../buyers/daily-slots.js';
import { FeedService } from '../feed/feed.service.js';
import { toCanonicalLead } from '../intake/lead.entity.js';
import { leadTransitions } from '../intake/lead-transitions.js';
import { reserve } from '../routing/reserve.js';
import { SaleRepository } from '../sold-leads/sale.repository.js';
import { type OfferedLead, OfferOutcomeRepository } from './offer-outcome.repository.js';

@Injectable()
export class OfferOutcomesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: OfferOutcomeRepository,
    private readonly sales: SaleRepository,
    private readonly feed: FeedService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Sells the lead: it appears on the buyer's list, and its delivery is requested in the same transaction. */
  async recordCharged(outcome: PayloadOf<typeof offerCharged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const offered = await this.repository.lock(tx, outcome.offerId, outcome.leadId);
      const { lead, offer } = offered;
      const soldAt = new Date();
      await this.repository.close(tx, offer, 'charged', soldAt);
      await this.repository.updateLead(tx, lead.id, {
        status: leadTransitions.move(lead.status, 'sold'),
        soldAt,
      });
      await this.sales.insert(tx, lead.id);
      await this.publishLeadSold(tx, offered, outcome.amountCents, soldAt);
      await this.feed.append(tx, [offer.buyerId], 'lead-sold', lead.id);
      crashPoint('lead-router.before-outcome-commit');
    });
    crashPoint('lead-router.after-outcome-commit');
    this.feed.notify([outcome.buyerId]);
    this.logger.info({ leadId: outcome.leadId, offerId: outcome.offerId }, 'lead sold');
  }

  /** Releases the daily slot and reserves the lead for the next buyer, in one transaction. */
  async recordDeclined(outcome: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const { lead, offer } = await this.repository.lock(tx, outcome.offerId, outcome.leadId);
      const state = outcome.blameCard ? 'declined' : 'released';
      await this.repository.close(tx, offer, state, new Date(), outcome.declineCode);
      if (outcome.blameCard) await this.repository.setCardUnusable(tx, offer.buyerId, outcome.cardVersion);
      await releaseDailySlot(tx, offer.buyerId, offer.slotDay);
      lead.status = leadTransitions.move(lead.status, 'available');
      // This transaction holds the lock on the declined buyer, so it must not wait for another one.
      const result = await reserve(tx, lead, { mayWait: false });
      if (result !== 'reserved') await this.repository.updateLead(tx, lead.id, { status: lead.status });
      if (result === 'busy')
        tx.publish(routeLead, { leadId: lead.id }, { key: `${lead.id}-${lead.offersMade}` });
      await this.feed.append(tx, [offer.buyerId], 'eligibility-changed');
      crashPoint('lead-router.before-decline-commit');
    });
    this.feed.notify([outcome.buyerId]);
    this.logger.info({ leadId: outcome.leadId, offerId: outcome.offerId }, 'offer declined');
  }

  private async publishLeadSold(
    tx: Tx,
    { lead, offer }: OfferedLead,
    amountCents: number,
    soldAt: Date,
  ): Promise<void> {
    const funnel = await this.repository.getFunnel(tx, lead.funnelId);
    tx.publish(
      leadSold,
      {
        leadId: lead.id,
        offerId: offer.id,
        buyerId: offer.buyerId,
        amountCents,
        receivedAt: lead.createdAt.toISOString(),
        soldAt: soldAt.toISOString(),
        funnelName: funnel.name,
        lead: toCanonicalLead(lead),
      },
      { key: lead.id },
    );
  }
}
