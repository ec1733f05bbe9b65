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
import { Batcher, captureContext, type InContext, Transactions, type Tx } from '@desk/outbox';
import { DataCipher, InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { releaseDailySlot } from '../buyers/daily-slots.js';
import { FeedService } from '../feed/feed.service.js';
import { decryptLead } from '../intake/lead-cipher.js';
import { leadTransitions } from '../intake/lead-transitions.js';
import { toCanonicalLead } from '../intake/lead.entity.js';
import { LeadMetrics } from '../routing/lead-metrics.js';
import { LeadRouter } from '../routing/lead-router.js';
import { SaleRepository } from '../sold-leads/sale.repository.js';
import {
  isSameDay,
  type Offer,
  type OfferedLead,
  OfferOutcomeRepository,
} from './offer-outcome.repository.js';

/** Decline codes after which an immediate retry is pointless, although the card itself may be fine. */
const heldDeclineCodes: readonly string[] = [...issuerDeclineCodes, billingDeclineCodes.providerError];

const MINUTE_MS = 60_000;
const HOLDS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const;

/**
 * Returns how long a buyer gets no lead after such a decline. Card networks penalize frequent repetitions, and other
 * buyers can take the leads meanwhile.
 * @param earlier number of such declines since the card was last charged
 */
export const chargeHoldMs = (earlier: number): number =>
  HOLDS_MS[Math.min(earlier, HOLDS_MS.length - 1)] ?? 0;

/** A charge that succeeded. */
interface Charge extends PayloadOf<typeof offerCharged> {
  readonly message: Message;
  readonly inContext: InContext;
}

type Sale = Charge & OfferedLead;

/** Applies what billing reports about the charge for an offer. */
@Controller()
export class OfferOutcomesController {
  private readonly charges = new Batcher((charges: readonly Charge[]) => this.sellAll(charges));

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
    await this.charges.add({ ...outcome, message, inContext: captureContext() });
    this.logger.info({ leadId: outcome.leadId, offerId: outcome.offerId }, 'lead sold');
  }

  /** Releases the daily slot and reserves the lead for the next buyer, in one transaction. */
  @HandleEvent(offerDeclined)
  async recordDeclined(outcome: PayloadOf<typeof offerDeclined>, message: Message): Promise<void> {
    const next = await this.transactions.once(message, async (tx) => {
      const [declined] = await this.repository.lockAll(tx, [outcome]);
      if (!declined) throw new Error('an offer was not locked');
      const { lead, offer } = declined;
      await this.closeDeclined(tx, offer, outcome);
      await releaseDailySlot(tx, offer);
      this.repository.updateLeads(tx, [lead.id], leadTransitions.move(lead.status, 'available'), null);
      // This transaction holds the lock on the declined buyer, so it must not wait for another one.
      const result = await this.router.route(tx, lead.id, { mayWait: false });
      if (result === 'busy')
        tx.publish(routeLead, { leadId: lead.id }, { key: `${lead.id}-${lead.offersMade}` });
      this.feed.append(tx, [offer.buyerId], 'eligibility-changed');
      return result;
    });
    if (next === 'expired') this.metrics.countExpired(1);
    this.logger.info({ leadId: outcome.leadId, offerId: outcome.offerId }, 'offer declined');
  }

  private async sellAll(charges: readonly Charge[]): Promise<undefined[]> {
    const messages = charges.map(({ message }) => message);
    await this.transactions.onceForAll(messages, async (tx) => {
      const sales = await this.repository.lockAll(tx, charges);
      const soldAt = new Date();
      const offers = sales.map(({ offer }) => offer);
      const leadIds = sales.map(({ leadId }) => leadId);
      for (const { lead } of sales) leadTransitions.move(lead.status, 'sold');
      this.repository.close(tx, offers, 'charged', soldAt);
      this.repository.updateLeads(tx, leadIds, 'sold', soldAt);
      this.sales.insert(tx, leadIds);
      for (const sale of sales) sale.inContext(() => this.publishLeadSold(tx, sale, soldAt));
      await this.publishDailyLimitsReached(tx, sales, soldAt);
      const events = offers.map(({ buyerId, leadId }) => ({ buyerId, kind: 'lead-sold' as const, leadId }));
      this.feed.appendEach(tx, events);
    });
    return charges.map(() => undefined);
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
    this.repository.close(tx, [offer], blameCard ? 'declined' : 'released', new Date(), declineCode);
    if (blameCard) this.repository.setCardUnusable(tx, buyerId, cardVersion);
    if (isHeld) this.repository.holdBuyer(tx, buyerId, cardVersion, chargeHoldMs(earlier));
  }

  private async publishDailyLimitsReached(tx: Tx, sales: readonly Sale[], soldAt: Date): Promise<void> {
    const offers = sales.map(({ offer }) => offer);
    for (const soldOut of await this.repository.listSoldOutDays(tx, offers)) {
      const { buyerId, slotDay: day, dailyLeadLimit, timeZone } = soldOut;
      const resumesAt = soldOut.resumesAt.toISOString();
      const payload = { buyerId, day, dailyLeadLimit, resumesAt, timeZone, at: soldAt.toISOString() };
      const sale = sales.find(({ offer }) => isSameDay(offer, soldOut));
      sale?.inContext(() => tx.publish(dailyLimitReached, payload, { key: `${buyerId}-${day}` }));
    }
  }

  private publishLeadSold(tx: Tx, { lead, offer, amountCents }: Sale, soldAt: Date): void {
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
