import { DomainError, leadSeen, type RequestOf, type withholdLead } from '@desk/contracts';
import { prepared, Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { UndeliveredLeadsService } from '../buyers/undelivered-leads.service.js';
import { FeedService } from '../feed/feed.service.js';

/** A deferred lead counts as undelivered until it is delivered, seen or withheld. */
interface SeenSale {
  readonly buyerId: string;
  readonly isDeferred: boolean;
}

interface LockedSale {
  readonly seenAt: Date | null;
  readonly isWithheld: boolean;
  readonly isDeferred: boolean;
}

/** Locks the rows in one order, since two pages may list the same leads. */
const SET_SEEN = prepared(`
  UPDATE sold_leads SET seen_at = clock_timestamp()
   WHERE lead_id IN (SELECT s.lead_id FROM sold_leads s
                      WHERE s.lead_id = ANY ($1::uuid[]) AND s.seen_at IS NULL AND s.withheld_at IS NULL
                      ORDER BY s.lead_id FOR UPDATE)
  RETURNING buyer_id AS "buyerId", deferred_at IS NOT NULL AS "isDeferred"`);
const LOCK_SALE = `
  SELECT s.seen_at AS "seenAt", s.deferred_at IS NOT NULL AS "isDeferred", s.withheld_at IS NOT NULL AS "isWithheld" FROM sold_leads s
   WHERE s.lead_id = $1 AND s.offer_id = $2 AND s.buyer_id = $3 FOR UPDATE`;
const WITHHOLD =
  'UPDATE sold_leads SET withheld_at = COALESCE(withheld_at, clock_timestamp()) WHERE lead_id = $1';

/**
 * Decides between a buyer who reads a lead and a refund of it because no channel could deliver it: whoever locks the
 * row of the sold lead first wins (ADR 7).
 */
@Injectable()
export class SeenLeadsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly undelivered: UndeliveredLeadsService,
    private readonly feed: FeedService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Records, before contact data leaves, that the buyer gets to see these leads. Skips those that are withheld. */
  async record(leadIds: readonly string[]): Promise<void> {
    await this.transactions.run(async (tx) => {
      const seen = await tx.query<SeenSale>(SET_SEEN, [leadIds]);
      const buyerIds = seen.filter(({ isDeferred }) => isDeferred).map(({ buyerId }) => buyerId);
      this.feed.appendEach(tx, await this.undelivered.recount(tx, buyerIds));
    });
  }

  /**
   * Withholds the contact data of a lead that no channel could deliver. If its buyer has seen it, publishes that
   * instead, so that the notifier counts the lead as delivered. Safe to repeat.
   * @throws LEAD_NOT_FOUND
   */
  async withhold({ leadId, offerId, buyerId }: RequestOf<typeof withholdLead>): Promise<boolean> {
    const seenAt = await this.transactions.run(async (tx) => {
      const sale = await tx.one<LockedSale>(LOCK_SALE, [leadId, offerId, buyerId]);
      if (!sale) throw new DomainError('LEAD_NOT_FOUND');
      if (sale.seenAt) {
        const payload = { leadId, offerId, buyerId, seenAt: sale.seenAt.toISOString() };
        tx.publish(leadSeen, payload, { key: offerId });
      } else if (!sale.isWithheld) {
        tx.send(WITHHOLD, [leadId]);
        const changes = await this.undelivered.recount(tx, sale.isDeferred ? [buyerId] : []);
        this.feed.appendEach(tx, [...changes, { buyerId, kind: 'lead-changed', leadId }]);
      }
      return sale.seenAt;
    });
    this.logger.info({ leadId, buyerId, isWithheld: seenAt === null }, 'undeliverable lead decided');
    return seenAt === null;
  }
}
