import { HandleCommand } from '@desk/bullmq-transport';
import { acceptHeldPost, DomainError, type RequestOf, routeLead } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectRequestTransactions, publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { FunnelRepository } from '../funnels/funnel.repository.js';
import { type AcceptedLead, type Outcome, toAccepted } from '../intake/decide-post.js';
import { LeadRepository } from '../intake/lead.repository.js';
import { reportInFlight, PostDecider } from '../intake/post-decider.js';
import { TestLeads } from '../intake/test-leads.js';
import { HeldPostRepository } from './held-post.repository.js';

/** Turns held posts into leads. Throws what `IntakeController` throws. */
@Controller()
export class HeldPostReplaysController {
  constructor(
    @InjectRequestTransactions() private readonly transactions: Transactions,
    private readonly funnels: FunnelRepository,
    private readonly decider: PostDecider,
    private readonly leads: LeadRepository,
    private readonly testLeads: TestLeads,
    private readonly heldPosts: HeldPostRepository,
  ) {}

  /**
   * Turns a held post into a lead once. The lead has the age of the post: one that is no longer real-time expires
   * instead of being sold. @throws HELD_POST_NOT_FOUND, HELD_POST_CLOSED, FUNNEL_PAUSED
   */
  @HandleCommand(acceptHeldPost)
  async accept(request: RequestOf<typeof acceptHeldPost>): Promise<AcceptedLead> {
    const { postId, replayedBy: _, ...post } = request;
    const outcome = await reportInFlight(
      post,
      this.transactions.runIf<Outcome>(
        async (tx) => this.insert(tx, request),
        ({ kind }) => kind === 'accepted',
      ),
    );
    if (outcome.kind === 'accepted') return outcome.answer;
    if (outcome.kind === 'reject' && outcome.error.code !== 'DUPLICATE_LEAD') throw outcome.error;
    // A new test post, which `insert` does not accept.
    if (outcome.kind !== 'reject' && outcome.kind !== 'replay') return this.testLeads.accept(post);
    // A test post, accepted before.
    if (outcome.kind === 'replay' && outcome.answer.test) return outcome.answer;
    await this.transactions.run(async (tx) => {
      const held = await this.heldPosts.lock(tx, postId);
      if (held?.status === 'waiting') this.heldPosts.close(tx, postId, held, 'duplicate');
    });
    if (outcome.kind === 'reject') throw outcome.error;
    return outcome.answer;
  }

  private async insert(tx: Tx, request: RequestOf<typeof acceptHeldPost>): Promise<Outcome> {
    const { postId, replayedBy, ...post } = request;
    const held = await this.heldPosts.lock(tx, postId);
    if (held?.funnelId !== post.funnelId) throw new DomainError('HELD_POST_NOT_FOUND');
    if (held.leadId !== null)
      return {
        kind: 'replay',
        answer: { leadId: held.leadId, replayed: true, receivedAt: held.receivedAt.toISOString() },
      };
    if (held.status !== 'waiting') throw new DomainError('HELD_POST_CLOSED');
    const decided = await this.decider.decideOne(tx, post, async () => {
      const terms = await this.funnels.findTerms(tx, post.funnelId);
      if (!terms || terms.isPaused) throw new DomainError('FUNNEL_PAUSED');
      return terms;
    });
    const { decision, leadId } = decided;
    if (decision.kind !== 'accept') return decision;
    this.decider.claim(tx, [decided]);
    this.leads.insert(tx, [decided], held.receivedAt);
    tx.publish(routeLead, { leadId }, { key: `${leadId}-0` });
    this.heldPosts.close(tx, postId, held, 'accepted', leadId);
    const subject = { kind: 'held-post', id: postId };
    if (replayedBy) publishAction(tx, { action: 'held-post-replayed', userId: null, subject, ...replayedBy });
    return toAccepted(leadId, held.receivedAt);
  }
}
