import { randomUUID } from 'node:crypto';
import { HandleCommand } from '@desk/bullmq-transport';
import {
  acceptHeldPost,
  acceptLead,
  checkLead,
  DomainError,
  findDemand,
  getLeadStatus,
  LEAD_PRICE_CENTS,
  type RequestOf,
  routeLead,
  toDecimal,
  tryLead,
} from '@desk/contracts';
import { Batcher, captureContext, codeOf, type InContext, Transactions, type Tx } from '@desk/outbox';
import { InjectRequestTransactions, publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { FunnelRepository, type FunnelTerms } from '../funnels/funnel.repository.js';
import { HeldPostRepository } from '../held-posts/held-post.repository.js';
import { hasBuyerFor, reserveNew } from '../routing/reserve.js';
import { type AcceptedLead, type Decision, decidePost, type LeadPost, toDuplicate } from './decide-post.js';
import { LeadRepository, type NewLead } from './lead.repository.js';
import { areRelated, type FingerprintedPost, PostFactsReader } from './post-facts.js';
import { TestLeads } from './test-leads.js';

/** PostgreSQL's lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

type Outcome = Decision | { readonly kind: 'accepted'; readonly answer: AcceptedLead };
type FindTerms = (tx: Tx) => Promise<FunnelTerms | undefined>;

interface ArrivedPost extends FingerprintedPost<RequestOf<typeof acceptLead>> {
  readonly inContext: InContext;
}

interface DecidedPost extends FingerprintedPost {
  readonly decision: Decision;
  /** The lead's id, if it is a new one. */
  readonly leadId: string;
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
    private readonly facts: PostFactsReader,
    private readonly leads: LeadRepository,
    private readonly testLeads: TestLeads,
    private readonly heldPosts: HeldPostRepository,
  ) {}

  /** Accepts a lead once, and reserves it for a buyer if one is free. A rejected or repeated post leaves nothing behind. */
  @HandleCommand(acceptLead)
  async accept(post: RequestOf<typeof acceptLead>): Promise<AcceptedLead> {
    const arrived = { ...this.facts.fingerprint(post), inContext: captureContext() };
    const outcome = await orInFlight(post, this.posts.add(arrived));
    if (outcome.kind === 'reject') throw outcome.error;
    return 'answer' in outcome ? outcome.answer : this.testLeads.accept(post);
  }

  /**
   * Turns a held post into a lead once. The lead has the age of the post: one that is no longer real-time expires
   * instead of being sold. @throws HELD_POST_NOT_FOUND, HELD_POST_CLOSED, FUNNEL_PAUSED
   */
  @HandleCommand(acceptHeldPost)
  async acceptHeld(request: RequestOf<typeof acceptHeldPost>): Promise<AcceptedLead> {
    const { postId, replayedBy: _, ...post } = request;
    const outcome = await orInFlight(
      post,
      this.transactions.runIf<Outcome>(
        async (tx) => this.insertHeld(tx, request),
        ({ kind }) => kind === 'accepted',
      ),
    );
    if (outcome.kind === 'accepted') return outcome.answer;
    if (outcome.kind === 'reject' && outcome.error.code !== 'DUPLICATE_LEAD') throw outcome.error;
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

  /**
   * Decides a post like `accept`, without accepting it. Returns the lead that was accepted before; null for a new one.
   */
  @HandleCommand(checkLead)
  async check(post: RequestOf<typeof checkLead>) {
    const decision = await this.checkPost(post, async (tx) => (await this.funnels.listTerms(tx, [post]))[0]);
    if (decision.kind === 'reject') throw decision.error;
    return { accepted: decision.kind === 'replay' ? decision.answer : null };
  }

  /** Checks a lead as in test mode. @throws FUNNEL_NOT_FOUND, INVALID_REQUEST, CONSENT_REQUIRED, DUPLICATE_LEAD */
  @HandleCommand(tryLead)
  async try(request: RequestOf<typeof tryLead>): Promise<AcceptedLead> {
    const post = { ...request, idempotencyKey: null };
    const decision = await this.checkPost(post, async (tx) => {
      const terms = await this.funnels.findTestTerms(tx, post.funnelId);
      if (!terms) throw new DomainError('FUNNEL_NOT_FOUND');
      return terms;
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

  /** @throws UNKNOWN_FUNNEL_KEY if the key was revoked meanwhile, LEAD_NOT_FOUND for leads of other funnels too */
  @HandleCommand(getLeadStatus)
  async getStatus(request: RequestOf<typeof getLeadStatus>) {
    const { funnelId, leadId, keyHash } = request;
    const funnel = await this.funnels.findByKeyHash(keyHash);
    if (funnel?.funnelId !== funnelId || funnel.isPaused || funnel.keyKind !== 'server')
      throw new DomainError('UNKNOWN_FUNNEL_KEY');
    const lead = await this.leads.findOfFunnel(funnelId, leadId);
    if (!lead) return this.testLeads.getStatus(funnelId, leadId);
    return {
      leadId,
      status: lead.status,
      receivedAt: lead.createdAt.toISOString(),
      soldAt: lead.soldAt?.toISOString() ?? null,
    };
  }

  private checkPost(post: LeadPost, findTerms: FindTerms): Promise<Decision> {
    return orInFlight(
      post,
      this.transactions.runIf(
        async (tx) => (await this.decideOne(tx, post, findTerms)).decision,
        () => false,
      ),
    );
  }

  private async decideOne(tx: Tx, post: LeadPost, findTerms: FindTerms): Promise<DecidedPost> {
    const posts = [this.facts.fingerprint(post)];
    const [decided] = await this.decide(tx, posts, async () => [await findTerms(tx)]);
    if (!decided) throw new Error('a post was not decided');
    return decided;
  }

  private async decide<Post extends FingerprintedPost>(
    tx: Tx,
    posts: readonly Post[],
    listTerms: Parameters<typeof this.facts.read<Post>>[2],
  ): Promise<(Post & DecidedPost)[]> {
    const read = await this.facts.read(tx, posts, listTerms);
    return read.map(({ post, facts }) => ({
      ...post,
      leadId: randomUUID(),
      decision: decidePost(post.post, facts, Date.now()),
    }));
  }

  /** Decides posts that arrive together, and inserts the new ones. Related posts fail, to be tried alone. */
  private acceptAll(posts: readonly ArrivedPost[]): Promise<Outcome[]> {
    if (areRelated(posts)) throw new Error('related posts must be tried alone');
    return this.transactions.runIf<Outcome[]>(
      async (tx) => {
        const decided = await this.decide(tx, posts, (_, all) => this.funnels.listTerms(tx, all));
        const accepted = decided.filter(({ decision }) => decision.kind === 'accept');
        const answers = await this.insert(tx, accepted);
        return decided.map(({ leadId, decision }) => {
          const answer = answers.get(leadId);
          return answer ? { kind: 'accepted', answer } : decision;
        });
      },
      (outcomes) => outcomes.some(({ kind }) => kind === 'accepted'),
    );
  }

  private async insertHeld(tx: Tx, request: RequestOf<typeof acceptHeldPost>): Promise<Outcome> {
    const { postId, replayedBy, ...post } = request;
    const held = await this.heldPosts.lock(tx, postId);
    if (held?.funnelId !== post.funnelId) throw new DomainError('HELD_POST_NOT_FOUND');
    if (held.leadId !== null)
      return {
        kind: 'replay',
        answer: { leadId: held.leadId, replayed: true, receivedAt: held.receivedAt.toISOString() },
      };
    if (held.status !== 'waiting') throw new DomainError('HELD_POST_CLOSED');
    const decided = await this.decideOne(tx, post, async () => {
      const terms = await this.funnels.findTermsOfHeldPost(tx, post.funnelId);
      if (!terms) throw new DomainError('FUNNEL_PAUSED');
      return terms;
    });
    const { decision, leadId } = decided;
    if (decision.kind !== 'accept') return decision;
    this.insertLeads(tx, [decided], held.receivedAt);
    tx.publish(routeLead, { leadId }, { key: `${leadId}-0` });
    this.heldPosts.close(tx, postId, held, 'accepted', leadId);
    const subject = { kind: 'held-post', id: postId };
    if (replayedBy) publishAction(tx, { action: 'held-post-replayed', userId: null, subject, ...replayedBy });
    return { kind: 'accepted', answer: toAccepted(leadId, held.receivedAt) };
  }

  /** Inserts the leads, reserves each for a buyer if one is free, and returns the answers by the leads' ids. */
  private async insert(
    tx: Tx,
    posts: readonly (DecidedPost & ArrivedPost)[],
  ): Promise<ReadonlyMap<string, AcceptedLead>> {
    if (posts.length === 0) return new Map();
    const createdAt = new Date();
    this.insertLeads(tx, posts, createdAt);
    const results = await reserveNew(tx, posts);
    posts.forEach(({ leadId, inContext }, index) => {
      if (results[index] === 'busy')
        inContext(() => tx.publish(routeLead, { leadId }, { key: `${leadId}-0` }));
    });
    return new Map(posts.map(({ leadId }) => [leadId, toAccepted(leadId, createdAt)]));
  }

  private insertLeads(tx: Tx, posts: readonly DecidedPost[], createdAt: Date): void {
    this.facts.claim(tx, posts);
    this.leads.insert(
      tx,
      posts.map(({ post, leadId }) => toNewLead(post, leadId, createdAt)),
    );
  }
}

function toNewLead({ lead, ...post }: LeadPost, id: string, createdAt: Date): NewLead {
  const { consent, extras, campaign, reference, ...fields } = lead;
  return {
    id,
    funnelId: post.funnelId,
    idempotencyKey: post.idempotencyKey,
    bodyHash: post.bodyHash,
    ...fields,
    consent: consent ?? null,
    extras: extras ?? null,
    campaignSource: campaign?.source ?? '',
    campaign: campaign?.name ?? '',
    reference: reference ?? null,
    price: toDecimal(LEAD_PRICE_CENTS),
    createdAt,
  };
}

const toAccepted = (leadId: string, createdAt: Date): AcceptedLead => ({
  leadId,
  replayed: false,
  receivedAt: createdAt.toISOString(),
});

/** @throws IDEMPOTENCY_IN_FLIGHT if the post waits too long for its key */
function orInFlight<T>({ idempotencyKey }: LeadPost, decided: Promise<T>): Promise<T> {
  return decided.catch((error: unknown) => {
    if (idempotencyKey !== null && codeOf(error) === LOCK_NOT_AVAILABLE)
      throw new DomainError('IDEMPOTENCY_IN_FLIGHT', { info: { retryAfter: '1' } });
    throw error;
  });
}
