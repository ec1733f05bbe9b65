import { randomUUID } from 'node:crypto';
import { HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  type LeadState,
  listMatchingBuyers,
  type RequestOf,
  rerouteLead,
  withdrawLead,
} from '@desk/contracts';
import { prepared, Transactions, type Tx } from '@desk/outbox';
import { InjectEnv, InjectLogger, type Logger, publishAction, type SettingsOf } from '@desk/service-kit';
import { Controller, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { leadTransitions } from '../intake/lead-transitions.js';
import type { leadAgeSettings } from '../routing/lead-age-settings.js';
import { LeadMetrics } from '../routing/lead-metrics.js';
import { offerTo } from '../routing/reserve.js';
import { RoutingRepository } from '../routing/routing.repository.js';
import { type ChosenBuyerFacts, findObstacle } from './buyer-obstacle.js';
import { LeadDecisionRepository } from './lead-decision.repository.js';

interface LockedLead {
  readonly status: LeadState;
  /** Older than real-time leads may be: it is about to expire. */
  readonly isTooOld: boolean;
}

interface BuyerForLead extends ChosenBuyerFacts {
  readonly buyerId: string;
  /** Whether the buyer wants leads of this type, assets and age. */
  readonly acceptsProfile: boolean;
}

interface MatchingBuyers {
  readonly buyers: readonly BuyerForLead[];
  /** The last buyer that was read, if there are more. */
  readonly lastRead: string | null;
}

const LOCK_LEAD = prepared(
  `SELECT status, created_at < now() - $2 * interval '1 hour' AS "isTooOld" FROM leads WHERE id = $1 FOR UPDATE`,
);

const LOCK_BUYER = prepared('SELECT FROM buyers WHERE id = $1 AND erased_at IS NULL FOR UPDATE');
const SELECT_BUYERS = 'SELECT * FROM buyers_for_lead($1, $2)';

@Injectable()
export class WaitingLeadRepository {
  constructor(private readonly dataSource: DataSource) {}

  async lockLead(tx: Tx, leadId: string, maxAgeHours: number): Promise<LockedLead | undefined> {
    return tx.one<LockedLead>(LOCK_LEAD, [leadId, maxAgeHours]);
  }

  async exists(leadId: string): Promise<boolean> {
    const found: unknown[] = await this.dataSource.query('SELECT 1 FROM leads WHERE id = $1', [leadId]);
    return found.length > 0;
  }

  /** Waits for the buyer's row, and reads it only then. Returns undefined for an unknown or erased buyer. */
  async lockBuyer(tx: Tx, leadId: string, buyerId: string): Promise<BuyerForLead | undefined> {
    const locked = await tx.query(LOCK_BUYER, [buyerId]);
    if (locked.length === 0) return undefined;
    return tx.one<BuyerForLead>(SELECT_BUYERS, [leadId, [buyerId]]);
  }

  /** Reads a bounded number of buyers, so a page may be empty although there are more. */
  async listMatching(leadId: string, after: string | null, limit: number): Promise<MatchingBuyers> {
    const [page]: { buyerIds: string[]; lastRead: string | null }[] = await this.dataSource.query(
      'SELECT * FROM list_matching_buyers($1, $2, $3)',
      [leadId, after, limit],
    );
    if (!page) return { buyers: [], lastRead: null };
    return {
      buyers: await this.dataSource.query<BuyerForLead[]>(SELECT_BUYERS, [leadId, page.buyerIds]),
      lastRead: page.lastRead,
    };
  }
}

type Withdrawal = RequestOf<typeof withdrawLead>;
type Reroute = RequestOf<typeof rerouteLead>;

/** What admins do with leads that wait for a buyer. Locks the lead before the buyer, like routing (ADR 2). */
@Controller()
export class WaitingLeadsController {
  private readonly maxAgeHours: number;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WaitingLeadRepository,
    private readonly decisions: LeadDecisionRepository,
    private readonly routing: RoutingRepository,
    private readonly metrics: LeadMetrics,
    @InjectEnv() env: SettingsOf<typeof leadAgeSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.maxAgeHours = env.LEAD_MAX_AGE_HOURS;
  }

  /** @throws LEAD_NOT_FOUND, LEAD_NOT_WAITING */
  @HandleCommand(withdrawLead)
  async withdraw(request: Withdrawal) {
    const { leadId, reason, actorId } = request;
    const isRepetition = await this.transactions.run(async (tx) => {
      const lead = await this.repository.lockLead(tx, leadId, this.maxAgeHours);
      if (!lead) throw new DomainError('LEAD_NOT_FOUND');
      if (await this.decisions.isWithdrawn(tx, leadId)) return true;
      if (lead.status !== 'available') throw new DomainError('LEAD_NOT_WAITING');
      leadTransitions.move(lead.status, 'expired');
      await this.routing.expire(tx, leadId);
      const noOffer = { buyerId: null, offerId: null, overrodeFilters: false };
      this.decisions.insert(tx, leadId, { id: randomUUID(), kind: 'withdrawn', reason, actorId, ...noOffer });
      this.publishAction(tx, request, 'lead-withdrawn', null);
      return false;
    });
    if (!isRepetition) {
      this.metrics.countWithdrawn();
      this.logger.info({ leadId, actorId }, 'waiting lead withdrawn');
    }
    return {};
  }

  /**
   * @throws LEAD_NOT_FOUND, LEAD_NOT_WAITING, BUYER_NOT_FOUND, BUYER_NOT_ELIGIBLE with the `obstacle`,
   * LEAD_OUTSIDE_FILTERS, IDEMPOTENCY_MISMATCH
   */
  @HandleCommand(rerouteLead)
  async reroute(request: Reroute) {
    const { leadId, buyerId, key, actorId } = request;
    await this.transactions.run(async (tx) => {
      const lead = await this.repository.lockLead(tx, leadId, this.maxAgeHours);
      if (!lead) throw new DomainError('LEAD_NOT_FOUND');
      const reroutedTo = await this.decisions.findReroutedTo(tx, leadId, key);
      if (reroutedTo !== undefined) {
        if (reroutedTo !== buyerId) throw new DomainError('IDEMPOTENCY_MISMATCH');
        return;
      }
      if (lead.status !== 'available' || lead.isTooOld) throw new DomainError('LEAD_NOT_WAITING');
      await this.offer(tx, request);
    });
    this.logger.info({ leadId, buyerId, actorId }, 'waiting lead re-routed');
    return {};
  }

  /** @throws LEAD_NOT_FOUND */
  @HandleCommand(listMatchingBuyers)
  async listMatching({ leadId, after, limit }: RequestOf<typeof listMatchingBuyers>) {
    if (!(await this.repository.exists(leadId))) throw new DomainError('LEAD_NOT_FOUND');
    const { buyers, lastRead } = await this.repository.listMatching(leadId, after, limit + 1);
    const page = buyers.slice(0, limit);
    return {
      buyers: page.map((buyer) => ({ buyerId: buyer.buyerId, obstacle: findObstacle(buyer) })),
      next: buyers.length > limit ? (page.at(-1)?.buyerId ?? null) : lastRead,
    };
  }

  private async offer(tx: Tx, request: Reroute): Promise<void> {
    const { leadId, buyerId, key: id, reason, actorId, overrideFilters } = request;
    const buyer = await this.repository.lockBuyer(tx, leadId, buyerId);
    if (!buyer) throw new DomainError('BUYER_NOT_FOUND');
    assertMayGet(buyer, overrideFilters);
    const offerId = randomUUID();
    // Time passed between the two statements: a day, hours or a hold ended.
    if (!(await offerTo(tx, buyerId, { leadId, offerId }))) throw new DomainError('BUYER_NOT_ELIGIBLE');
    const overrodeFilters = !buyer.acceptsProfile;
    this.decisions.insert(tx, leadId, {
      id,
      kind: 'rerouted',
      reason,
      actorId,
      buyerId,
      offerId,
      overrodeFilters,
    });
    this.publishAction(tx, request, 'lead-rerouted', buyerId);
  }

  private publishAction(
    tx: Tx,
    { leadId, actorId, caller }: Withdrawal,
    action: 'lead-withdrawn' | 'lead-rerouted',
    userId: string | null,
  ): void {
    publishAction(tx, { action, actorId, userId, subject: { kind: 'lead', id: leadId }, caller });
  }
}

function assertMayGet(buyer: BuyerForLead, overrideFilters: boolean): void {
  const obstacle = findObstacle(buyer);
  if (obstacle !== null) throw new DomainError('BUYER_NOT_ELIGIBLE', { info: { obstacle } });
  if (!buyer.acceptsProfile && !overrideFilters) throw new DomainError('LEAD_OUTSIDE_FILTERS');
}
