import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  billingDeclineCodes,
  dailyLimitReached,
  getOfferStatus,
  issuerDeclineCodes,
  leadSold,
  offerCharged,
  offerDeclined,
  type PayloadOf,
  type RequestOf,
  routeLead,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, DataCipher, InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { releaseDailySlot } from '../buyers/daily-slots.js';
import { FeedService } from '../feed/feed.service.js';
import { decryptLead } from '../intake/lead-cipher.js';
import { leadTransitions } from '../intake/lead-transitions.js';
import { toCanonicalLead } from '../intake/lead.entity.js';
import { LeadMetrics } from '../routing/lead-metrics.js';
import { LeadRouter } from '../routing/lead-router.js';
import { SaleRepository } from '../sold-leads/sale.repository.js';
import { type Offer, type OfferedLead, OfferOutcomeRepository } from './offer-outcome.repository.js';

/** After these, a charge of the same card at once would most likely end the same way, though the card may be good. */
export const heldDeclineCodes: readonly string[] = [...issuerDeclineCodes, billingDeclineCodes.providerError];

const MINUTE_MS = 60_000;
const HOLDS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const;

/**
 * Returns how long a buyer gets no lead after such a decline. Card networks penalize frequent repetitions, and other
 * buyers can take the leads meanwhile.
 * @param earlier number of such declines since the card was last charged
 */
export const chargeHoldMs = (earlier: number): number =>
  HOLDS_MS[Math.min(earlier, HOLDS_MS.length - 1)] ?? 0;

/** Follows billing: what became of the charge for an offer. */
@Controller()
export class OfferOutcomesController {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: OfferOutcomeRepository,
    private readonly router: LeadRouter,
    private readonly metrics: LeadMetrics,
    private readonly sales: SaleRepository,
    private readonly feed: FeedService,
    private readonly cipher: DataCipher,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @HandleCommand(getOfferStatus)
  async getStatus({ offerId }: RequestOf<typeof getOfferStatus>) {
    return { status: await this.repository.findStatus(offerId) };
  }

  /** Sells the lead: it appears on the buyer's list, and its delivery is requested in the same transaction. */
  @HandleEvent(offerCharged)
  async recordCharged(outcome: PayloadOf<typeof offerCharged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const offered = await this.repository.lock(tx, outcome.offerId, outcome.leadId);
      const { lead, offer } = offered;
      const soldAt = new Date();
      this.repository.close(tx, offer, 'charged', soldAt);
      this.repository.updateLead(tx, lead.id, leadTransitions.move(lead.status, 'sold'), soldAt);
      this.sales.insert(tx, lead.id);
      this.publishLeadSold(tx, offered, outcome.amountCents, soldAt);
      if (offer.isDayFull) await this.publishIfDayIsSold(tx, offer, soldAt);
      this.feed.append(tx, [offer.buyerId], 'lead-sold', lead.id);
      crashPoint('lead-router.before-outcome-commit');
    });
    crashPoint('lead-router.after-outcome-commit');
    this.feed.notify([outcome.buyerId]);
    this.logger.info({ leadId: outcome.leadId, offerId: outcome.offerId }, 'lead sold');
  }

  /** Releases the daily slot and reserves the lead for the next buyer, in one transaction. */
  @HandleEvent(offerDeclined)
  async recordDeclined(outcome: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    const next = await this.transactions.once(message, async (tx) => {
      const { lead, offer } = await this.repository.lock(tx, outcome.offerId, outcome.leadId);
      await this.closeDeclined(tx, offer, outcome);
      await releaseDailySlot(tx, offer);
      this.repository.updateLead(tx, lead.id, leadTransitions.move(lead.status, 'available'), null);
      // This transaction holds the lock on the declined buyer, so it must not wait for another one.
      const result = await this.router.route(tx, lead.id, { mayWait: false });
      if (result === 'busy')
        tx.publish(routeLead, { leadId: lead.id }, { key: `${lead.id}-${lead.offersMade}` });
      this.feed.append(tx, [offer.buyerId], 'eligibility-changed');
      crashPoint('lead-router.before-decline-commit');
      return result;
    });
    if (next === 'expired') this.metrics.countExpired(1);
    this.feed.notify([outcome.buyerId]);
    this.logger.info({ leadId: outcome.leadId, offerId: outcome.offerId }, 'offer declined');
  }

  /** Only a decline of the card keeps the buyer from this lead (ADR 5). */
  private async closeDeclined(
    tx: Tx,
    offer: Offer,
    { blameCard, declineCode, cardVersion }: PayloadOf<typeof offerDeclined>,
  ): Promise<void> {
    const { buyerId } = offer;
    const isHeld = !blameCard && heldDeclineCodes.includes(declineCode);
    const earlier = isHeld ? await this.repository.countReleases(tx, buyerId, heldDeclineCodes) : 0;
    this.repository.close(tx, offer, blameCard ? 'declined' : 'released', new Date(), declineCode);
    if (blameCard) this.repository.setCardUnusable(tx, buyerId, cardVersion);
    if (isHeld) this.repository.holdBuyer(tx, buyerId, cardVersion, chargeHoldMs(earlier));
  }

  private async publishIfDayIsSold(tx: Tx, offer: Offer, soldAt: Date): Promise<void> {
    const soldDay = await this.repository.findSoldDay(tx, offer);
    if (!soldDay) return;
    const { dailyLeadLimit, resumesAt, timeZone } = soldDay;
    const { buyerId, slotDay: day } = offer;
    tx.publish(
      dailyLimitReached,
      {
        buyerId,
        day,
        dailyLeadLimit,
        resumesAt: resumesAt.toISOString(),
        timeZone,
        at: soldAt.toISOString(),
      },
      { key: `${buyerId}-${day}` },
    );
  }

  private publishLeadSold(tx: Tx, { lead, offer }: OfferedLead, amountCents: number, soldAt: Date): void {
    tx.publish(
      leadSold,
      {
        leadId: lead.id,
        offerId: offer.id,
        buyerId: offer.buyerId,
        amountCents,
        receivedAt: lead.createdAt.toISOString(),
        soldAt: soldAt.toISOString(),
        funnelName: lead.funnelName,
        lead: toCanonicalLead(decryptLead(this.cipher, lead)),
      },
      { key: lead.id },
    );
  }
}
