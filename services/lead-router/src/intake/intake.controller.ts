import { HandleCommand } from '@desk/bullmq-transport';
import { acceptLead, type RequestOf, routeLead } from '@desk/contracts';
import { Batcher, captureContext, type InContext, Transactions, type Tx } from '@desk/outbox';
import { InjectRequestTransactions } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { FunnelRepository } from '../funnels/funnel.repository.js';
import { reserveNew } from '../routing/reserve.js';
import {
  type AcceptedLead,
  type DecidedPost,
  type FingerprintedPost,
  type Outcome,
  toAccepted,
} from './decide-post.js';
import { LeadRepository } from './lead.repository.js';
import { areRelated, reportInFlight, PostDecider } from './post-decider.js';
import { TestLeads } from './test-leads.js';

interface ArrivedPost extends FingerprintedPost<RequestOf<typeof acceptLead>> {
  readonly inContext: InContext;
}

/**
 * Accepts leads. Throws INVALID_REQUEST, CONSENT_REQUIRED, DUPLICATE_LEAD, IDEMPOTENCY_MISMATCH, UNKNOWN_FUNNEL_KEY if
 * the funnel was paused or its key revoked meanwhile, and IDEMPOTENCY_IN_FLIGHT if another post with the same key takes
 * too long.
 */
@Controller()
export class IntakeController {
  private readonly posts = new Batcher((posts: readonly ArrivedPost[]) => this.acceptAll(posts));

  constructor(
    @InjectRequestTransactions() private readonly transactions: Transactions,
    private readonly funnels: FunnelRepository,
    private readonly decider: PostDecider,
    private readonly leads: LeadRepository,
    private readonly testLeads: TestLeads,
  ) {}

  /** Accepts a lead once, and reserves it for a buyer if one is free. A rejected or repeated post leaves nothing behind. */
  @HandleCommand(acceptLead)
  async accept(post: RequestOf<typeof acceptLead>): Promise<AcceptedLead> {
    const arrived = { ...this.decider.fingerprint(post), inContext: captureContext() };
    const outcome = await reportInFlight(post, this.posts.add(arrived));
    if (outcome.kind === 'reject') throw outcome.error;
    return 'answer' in outcome ? outcome.answer : this.testLeads.accept(post);
  }

  /** Decides posts that arrive together, and inserts the new ones. Related posts fail, to be tried alone. */
  private acceptAll(posts: readonly ArrivedPost[]): Promise<Outcome[]> {
    if (areRelated(posts)) throw new Error('related posts must be tried alone');
    return this.transactions.runIf<Outcome[]>(
      async (tx) => {
        const decided = await this.decider.decide(tx, posts, (all) => this.funnels.listTerms(tx, all));
        const createdAt = new Date();
        const accepted = decided.filter(({ decision }) => decision.kind === 'accept');
        if (accepted.length > 0) await this.insert(tx, accepted, createdAt);
        return decided.map(({ leadId, decision }) =>
          decision.kind === 'accept' ? toAccepted(leadId, createdAt) : decision,
        );
      },
      (outcomes) => outcomes.some(({ kind }) => kind === 'accepted'),
    );
  }

  /** Inserts the leads, and reserves each for a buyer if one is free. */
  private async insert(
    tx: Tx,
    posts: readonly (ArrivedPost & DecidedPost)[],
    createdAt: Date,
  ): Promise<void> {
    this.decider.claim(tx, posts);
    this.leads.insert(tx, posts, createdAt);
    const results = await reserveNew(tx, posts);
    posts.forEach(({ leadId, inContext }, index) => {
      if (results[index] === 'busy')
        inContext(() => tx.publish(routeLead, { leadId }, { key: `${leadId}-0` }));
    });
  }
}
