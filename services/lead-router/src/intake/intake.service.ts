import { randomUUID } from 'node:crypto';
import {
  type acceptLead,
  type checkLead,
  consentFields,
  DomainError,
  type getLeadStatus,
  LEAD_PRICE_CENTS,
  type RequestOf,
  type ResponseOf,
  routeLead,
  toDecimal,
  type tryLead,
} from '@desk/contracts';
import { codeOf, Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectEnv, InjectRequestTransactions, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { duplicateSettings } from './duplicate-settings.js';
import { assertMeets } from '../funnels/funnel-rules.js';
import { FunnelRepository, type FunnelTerms } from '../funnels/funnel.repository.js';
import { LeadRouter } from '../routing/lead-router.js';
import { FingerprintRepository } from './fingerprint.repository.js';
import { isReplay, isSamePerson, toFingerprints, toProofFingerprints } from './fingerprints.js';
import type { LeadEntity } from './lead.entity.js';
import { LeadRepository } from './lead.repository.js';
import { TestIntakeService } from './test-intake.service.js';

type LeadPost = Omit<RequestOf<typeof acceptLead>, 'keyHash'>;
type AcceptedLead = ResponseOf<typeof acceptLead>;

/** PostgreSQL's lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Ends a transaction that turned out to be about a known lead. */
class Replay extends Error {
  constructor(readonly lead: LeadEntity) {
    super(`lead ${lead.id} was posted again`);
  }
}

/** Ends a transaction about a lead that it must not insert: only a check, or a post in test mode. */
class CheckedPost extends Error {
  constructor(readonly isTest: boolean) {
    super('a lead was checked');
  }
}

@Injectable()
export class IntakeService {
  constructor(
    @InjectRequestTransactions() private readonly transactions: Transactions,
    private readonly funnels: FunnelRepository,
    private readonly fingerprints: FingerprintRepository,
    private readonly leads: LeadRepository,
    private readonly router: LeadRouter,
    private readonly testIntake: TestIntakeService,
    @InjectEnv() private readonly env: SettingsOf<typeof duplicateSettings>,
  ) {}

  /**
   * Accepts a lead once, and reserves it for a buyer if one is free. A rejected or repeated post leaves nothing behind.
   * @throws UNKNOWN_FUNNEL_KEY if the funnel was paused or its key revoked meanwhile, INVALID_REQUEST, CONSENT_REQUIRED, DUPLICATE_LEAD,
   * IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_FLIGHT if another post with the key takes longer than one may wait
   */
  async accept(post: RequestOf<typeof acceptLead>): Promise<AcceptedLead> {
    try {
      return await this.transactions.run((tx) => this.acceptNew(tx, post, this.funnels.findTerms(tx, post)));
    } catch (error) {
      if (error instanceof CheckedPost) return this.testIntake.accept(post);
      return replayedOrThrow(error, post);
    }
  }

  /**
   * Decides a post as `accept` does, and accepts nothing. Returns the lead that was accepted before; null for a new one.
   * @throws as `accept` does
   */
  async check(post: RequestOf<typeof checkLead>): Promise<ResponseOf<typeof checkLead>> {
    try {
      return await this.transactions.run(async (tx) => {
        const { isTest } = await this.assertNew(tx, post, randomUUID(), this.funnels.findTerms(tx, post));
        throw new CheckedPost(isTest);
      });
    } catch (error) {
      if (error instanceof CheckedPost)
        return { accepted: error.isTest ? await this.testIntake.findAccepted(post) : null };
      return { accepted: replayedOrThrow(error, post) };
    }
  }

  /** Checks a lead as in test mode. @throws FUNNEL_NOT_FOUND, INVALID_REQUEST, CONSENT_REQUIRED, DUPLICATE_LEAD */
  async tryLead(request: RequestOf<typeof tryLead>): Promise<AcceptedLead> {
    const post = { ...request, idempotencyKey: null };
    try {
      return await this.transactions.run(async (tx) => {
        const terms = await this.funnels.findTestTerms(tx, post.funnelId);
        if (!terms) throw new DomainError('FUNNEL_NOT_FOUND');
        return this.acceptNew(tx, post, Promise.resolve(terms));
      });
    } catch (error) {
      if (error instanceof CheckedPost) return this.testIntake.accept(post);
      // Trying the same person again is a duplicate, not a repetition of the same post.
      if (error instanceof Replay) throw toDuplicate(error.lead);
      throw error;
    }
  }

  /** @throws UNKNOWN_FUNNEL_KEY if the key was revoked meanwhile, LEAD_NOT_FOUND for leads of other funnels too */
  async getStatus(request: RequestOf<typeof getLeadStatus>): Promise<ResponseOf<typeof getLeadStatus>> {
    const { funnelId, leadId, keyHash } = request;
    const funnel = await this.funnels.findByKeyHash(keyHash);
    if (funnel?.funnelId !== funnelId || funnel.isPaused || funnel.isPublishable)
      throw new DomainError('UNKNOWN_FUNNEL_KEY');
    const lead = await this.leads.findOfFunnel(funnelId, leadId);
    if (!lead) return this.testIntake.getStatus(funnelId, leadId);
    return {
      leadId,
      status: lead.status,
      receivedAt: lead.createdAt.toISOString(),
      soldAt: lead.soldAt?.toISOString() ?? null,
    };
  }

  private async acceptNew(
    tx: Tx,
    post: LeadPost,
    findTerms: Promise<FunnelTerms | undefined>,
  ): Promise<AcceptedLead> {
    const leadId = randomUUID();
    const { isTest } = await this.assertNew(tx, post, leadId, findTerms);
    if (isTest) throw new CheckedPost(isTest);
    return this.insert(tx, post, leadId);
  }

  /** The first three queries need one round trip together. Whatever is wrong, the claim is rolled back. @throws Replay */
  private async assertNew(
    tx: Tx,
    post: LeadPost,
    leadId: string,
    findTerms: Promise<FunnelTerms | undefined>,
  ): Promise<FunnelTerms> {
    const [terms, knownByKey, claimed] = await Promise.all([
      findTerms,
      this.leads.lockIdempotencyKey(tx, post),
      this.fingerprints.claim(
        tx,
        [...toFingerprints(post.lead), ...toProofFingerprints(post.lead)],
        { leadId, funnelId: post.funnelId },
        this.env.DUPLICATE_WINDOW_DAYS,
      ),
    ]);
    if (!terms) throw new DomainError('UNKNOWN_FUNNEL_KEY');
    if (knownByKey) {
      if (knownByKey.bodyHash !== post.bodyHash) throw new DomainError('IDEMPOTENCY_MISMATCH');
      throw new Replay(knownByKey);
    }
    if (terms.isTest && (await this.testIntake.isKnown(tx, post))) throw new CheckedPost(terms.isTest);
    const [knownId] = claimed.ofPerson;
    const known = knownId === undefined ? null : await this.leads.findById(tx, knownId);
    if (known && isReplay(known, post, Date.now())) throw new Replay(known);
    assertMeets(terms, post.lead);
    const isOwn = known?.funnelId === post.funnelId;
    // Nobody learns in test mode, where no lead has to be paid for, whom other funnels posted.
    if (knownId !== undefined && (isOwn || !terms.isTest)) throw toDuplicate(isOwn ? known : null);
    if (!terms.isTest) await this.assertProofIsOf(tx, post.lead, claimed.ofProof);
    return terms;
  }

  /** A certificate or lead ID was given by one person. Once that lead is anonymized, nobody can be told to be the same. */
  private async assertProofIsOf(tx: Tx, lead: LeadPost['lead'], leadIds: readonly string[]): Promise<void> {
    for (const leadId of leadIds) {
      const known = await this.leads.findById(tx, leadId);
      if (known && isSamePerson(known, lead)) continue;
      const field = lead.consent?.trustedFormCertUrl === undefined ? 'jornayaLeadId' : 'trustedFormCertUrl';
      throw new DomainError('INVALID_REQUEST', {
        fields: [{ field: consentFields[field].postedAs, message: 'Was already sent with another person' }],
      });
    }
  }

  private async insert(tx: Tx, post: LeadPost, leadId: string): Promise<AcceptedLead> {
    const { consent, reference, ...fields } = post.lead;
    crashPoint('lead-router.before-insert');
    const createdAt = new Date();
    this.leads.insert(tx, {
      id: leadId,
      funnelId: post.funnelId,
      idempotencyKey: post.idempotencyKey,
      bodyHash: post.bodyHash,
      ...fields,
      consent: consent ?? null,
      reference: reference ?? null,
      price: toDecimal(LEAD_PRICE_CENTS),
      createdAt,
    });
    const result = await this.router.reserveNew(tx, leadId);
    if (result === 'busy') tx.publish(routeLead, { leadId }, { key: `${leadId}-0` });
    crashPoint('lead-router.before-accept-commit');
    return { leadId, replayed: false, receivedAt: createdAt.toISOString() };
  }
}

/** Says when the funnel itself first posted the person. A lead of another funnel, and an erased one, says nothing. */
const toDuplicate = (known: LeadEntity | null): DomainError =>
  new DomainError('DUPLICATE_LEAD', {
    info: known ? { first_received_at: known.createdAt.toISOString() } : {},
  });

/** Returns the known lead if the transaction ended with `Replay`. @throws IDEMPOTENCY_IN_FLIGHT, and every other failure */
function replayedOrThrow(error: unknown, { idempotencyKey }: Pick<LeadPost, 'idempotencyKey'>): AcceptedLead {
  if (error instanceof Replay)
    return { leadId: error.lead.id, replayed: true, receivedAt: error.lead.createdAt.toISOString() };
  if (idempotencyKey !== null && codeOf(error) === LOCK_NOT_AVAILABLE)
    throw new DomainError('IDEMPOTENCY_IN_FLIGHT', { info: { retryAfter: '1' } });
  throw error;
}
