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
import { codeOf, Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectRequestTransactions, publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { FunnelRepository, type FunnelTerms } from '../funnels/funnel.repository.js';
import { HeldPostRepository } from '../held-posts/held-post.repository.js';
import { LeadRouter } from '../routing/lead-router.js';
import { hasBuyerFor } from '../routing/reserve.js';
import { type AcceptedLead, type Decision, decidePost, type LeadPost, toDuplicate } from './decide-post.js';
import { LeadRepository } from './lead.repository.js';
import { PostFactsReader } from './post-facts.js';
import { TestLeads } from './test-leads.js';

/** PostgreSQL's lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

type Outcome = Decision | { readonly kind: 'accepted'; readonly answer: AcceptedLead };
type FindTerms = (tx: Tx) => Promise<FunnelTerms | undefined>;

/**
 * Accepts leads. A post throws UNKNOWN_FUNNEL_KEY if the funnel was paused or its key revoked meanwhile,
 * INVALID_REQUEST, CONSENT_REQUIRED, DUPLICATE_LEAD, IDEMPOTENCY_MISMATCH, and IDEMPOTENCY_IN_FLIGHT if another post
 * with the same key takes too long.
 */
@Controller()
export class IntakeController {
  constructor(
    @InjectRequestTransactions() private readonly transactions: Transactions,
    private readonly funnels: FunnelRepository,
    private readonly facts: PostFactsReader,
    private readonly leads: LeadRepository,
    private readonly router: LeadRouter,
    private readonly testLeads: TestLeads,
    private readonly heldPosts: HeldPostRepository,
  ) {}

  /** Accepts a lead once, and reserves it for a buyer if one is free. A rejected or repeated post leaves nothing behind. */
  @HandleCommand(acceptLead)
  async accept(post: RequestOf<typeof acceptLead>): Promise<AcceptedLead> {
    const outcome = await this.decideAndInsert(post, (tx) => this.funnels.findTerms(tx, post));
    if (outcome.kind === 'reject') throw outcome.error;
    const accepted = 'answer' in outcome ? outcome.answer : await this.testLeads.accept(post);
    crashPoint('lead-router.before-ack');
    return accepted;
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
        async (tx) => this.decideAndInsertHeld(tx, request),
        ({ kind }) => kind === 'accepted',
      ),
    );
    crashPoint('lead-router.after-replay-commit');
    if (outcome.kind === 'accepted') return outcome.answer;
    if (outcome.kind === 'reject' && outcome.error.code !== 'DUPLICATE_LEAD') throw outcome.error;
    if (outcome.kind !== 'reject' && outcome.kind !== 'replay') return this.testLeads.accept(post);
    // The same post was checked before.
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
    const decision = await this.decide(post, (tx) => this.funnels.findTerms(tx, post));
    if (decision.kind === 'reject') throw decision.error;
    return { accepted: decision.kind === 'replay' ? decision.answer : null };
  }

  /** Checks a lead as in test mode. @throws FUNNEL_NOT_FOUND, INVALID_REQUEST, CONSENT_REQUIRED, DUPLICATE_LEAD */
  @HandleCommand(tryLead)
  async try(request: RequestOf<typeof tryLead>): Promise<AcceptedLead> {
    const post = { ...request, idempotencyKey: null };
    const decision = await this.decide(post, async (tx) => {
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
      const [terms, hasBuyer] = await Promise.all([
        this.funnels.findTerms(tx, funnel),
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

  private decide(post: LeadPost, findTerms: FindTerms): Promise<Decision> {
    return orInFlight(
      post,
      this.transactions.runIf(
        async (tx) => decidePost(post, await this.facts.read(tx, post, randomUUID(), findTerms), Date.now()),
        () => false,
      ),
    );
  }

  private decideAndInsert(post: LeadPost, findTerms: FindTerms): Promise<Outcome> {
    return orInFlight(
      post,
      this.transactions.runIf<Outcome>(
        async (tx) => {
          const leadId = randomUUID();
          const facts = await this.facts.read(tx, post, leadId, findTerms);
          const decision = decidePost(post, facts, Date.now());
          if (decision.kind !== 'accept') return decision;
          return { kind: 'accepted', answer: await this.insert(tx, post, leadId) };
        },
        ({ kind }) => kind === 'accepted',
      ),
    );
  }

  private async decideAndInsertHeld(tx: Tx, request: RequestOf<typeof acceptHeldPost>): Promise<Outcome> {
    const { postId, replayedBy, ...post } = request;
    const held = await this.heldPosts.lock(tx, postId);
    if (held?.funnelId !== post.funnelId) throw new DomainError('HELD_POST_NOT_FOUND');
    if (held.leadId !== null)
      return {
        kind: 'replay',
        answer: { leadId: held.leadId, replayed: true, receivedAt: held.receivedAt.toISOString() },
      };
    if (held.status !== 'waiting') throw new DomainError('HELD_POST_CLOSED');
    const leadId = randomUUID();
    const facts = await this.facts.read(tx, post, leadId, () =>
      this.funnels.findTermsOfHeldPost(tx, post.funnelId),
    );
    if (!facts.terms) throw new DomainError('FUNNEL_PAUSED');
    const decision = decidePost(post, facts, Date.now());
    if (decision.kind !== 'accept') return decision;
    const answer = this.insertLead(tx, post, leadId, held.receivedAt);
    tx.publish(routeLead, { leadId }, { key: `${leadId}-0` });
    this.heldPosts.close(tx, postId, held, 'accepted', leadId);
    const subject = { kind: 'held-post', id: postId };
    if (replayedBy) publishAction(tx, { action: 'held-post-replayed', userId: null, subject, ...replayedBy });
    crashPoint('lead-router.before-replay-commit');
    return { kind: 'accepted', answer };
  }

  private async insert(tx: Tx, post: LeadPost, leadId: string): Promise<AcceptedLead> {
    const answer = this.insertLead(tx, post, leadId, new Date());
    const result = await this.router.reserveNew(tx, leadId);
    if (result === 'busy') tx.publish(routeLead, { leadId }, { key: `${leadId}-0` });
    crashPoint('lead-router.before-accept-commit');
    return answer;
  }

  private insertLead(tx: Tx, post: LeadPost, leadId: string, createdAt: Date): AcceptedLead {
    const { consent, extras, campaign, reference, ...fields } = post.lead;
    crashPoint('lead-router.before-insert');
    this.leads.insert(tx, {
      id: leadId,
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
    });
    return { leadId, replayed: false, receivedAt: createdAt.toISOString() };
  }
}

/** @throws IDEMPOTENCY_IN_FLIGHT if the post waits too long for its key */
function orInFlight<T>({ idempotencyKey }: LeadPost, decided: Promise<T>): Promise<T> {
  return decided.catch((error: unknown) => {
    if (idempotencyKey !== null && codeOf(error) === LOCK_NOT_AVAILABLE)
      throw new DomainError('IDEMPOTENCY_IN_FLIGHT', { info: { retryAfter: '1' } });
    throw error;
  });
}
