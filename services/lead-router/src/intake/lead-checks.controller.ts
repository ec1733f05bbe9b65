import { HandleCommand } from '@desk/bullmq-transport';
import {
  checkLead,
  DomainError,
  findDemand,
  LEAD_PRICE_CENTS,
  type RequestOf,
  tryLead,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectRequestTransactions } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { FunnelRepository, type FunnelTerms } from '../funnels/funnel.repository.js';
import { hasBuyerFor } from '../routing/reserve.js';
import { type AcceptedLead, type Decision, type LeadPost, toDuplicate } from './decide-post.js';
import { reportInFlight, PostDecider } from './post-decider.js';
import { TestLeads } from './test-leads.js';

/** Answers what would become of a lead. Throws what `IntakeController` throws. */
@Controller()
export class LeadChecksController {
  constructor(
    @InjectRequestTransactions() private readonly transactions: Transactions,
    private readonly funnels: FunnelRepository,
    private readonly decider: PostDecider,
    private readonly testLeads: TestLeads,
  ) {}

  /**
   * Decides a post like `accept`, without accepting it. Returns the lead that was accepted before; null for a new one.
   */
  @HandleCommand(checkLead)
  async check(post: RequestOf<typeof checkLead>) {
    const decision = await this.decide(post, async (tx) => (await this.funnels.listTerms(tx, [post]))[0]);
    if (decision.kind === 'reject') throw decision.error;
    return { accepted: decision.kind === 'replay' ? decision.answer : null };
  }

  /** Checks a lead as in test mode. @throws FUNNEL_NOT_FOUND, INVALID_REQUEST, CONSENT_REQUIRED, DUPLICATE_LEAD */
  @HandleCommand(tryLead)
  async try(request: RequestOf<typeof tryLead>): Promise<AcceptedLead> {
    const post = { ...request, idempotencyKey: null };
    const decision = await this.decide(post, async (tx) => {
      const terms = await this.funnels.findTerms(tx, post.funnelId);
      if (!terms) throw new DomainError('FUNNEL_NOT_FOUND');
      return { ...terms, isTest: true };
    });
    if (decision.kind === 'reject') throw decision.error;
    // Trying the same person again counts as a duplicate, not as a replay of the same post.
    if (decision.kind === 'replay') throw toDuplicate({ createdAt: new Date(decision.answer.receivedAt) });
    return this.testLeads.accept(post);
  }

  /** Answers whether a lead would be sold. Nothing is reserved: the next lead may get the buyer. @throws UNKNOWN_FUNNEL_KEY */
  @HandleCommand(findDemand)
  findDemand({ facts, ...funnel }: RequestOf<typeof findDemand>) {
    return this.transactions.run(async (tx) => {
      const [[terms], hasBuyer] = await Promise.all([
        this.funnels.listTerms(tx, [funnel]),
        hasBuyerFor(tx, facts),
      ]);
      if (!terms) throw new DomainError('UNKNOWN_FUNNEL_KEY');
      return { hasBuyer, priceCents: LEAD_PRICE_CENTS };
    });
  }

  private decide(post: LeadPost, findTerms: (tx: Tx) => Promise<FunnelTerms | undefined>): Promise<Decision> {
    return reportInFlight(
      post,
      this.transactions.runIf(
        async (tx) => (await this.decider.decideOne(tx, post, () => findTerms(tx))).decision,
        () => false,
      ),
    );
  }
}
