import { randomUUID } from 'node:crypto';
import {
  type acceptLead,
  DomainError,
  type getLeadStatus,
  LEAD_PRICE_CENTS,
  type RequestOf,
  type ResponseOf,
  routeLead,
  toDecimal,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { LeadRouterEnv } from '../env.js';
import { FunnelRepository } from '../funnels/funnel.repository.js';
import { isReplay, toFingerprints } from './fingerprints.js';
import type { LeadEntity } from './lead.entity.js';
import { LeadRepository } from './lead.repository.js';

type LeadPost = RequestOf<typeof acceptLead>;
type AcceptedLead = ResponseOf<typeof acceptLead>;

@Injectable()
export class IntakeService {
  constructor(
    private readonly transactions: Transactions,
    private readonly funnels: FunnelRepository,
    private readonly leads: LeadRepository,
    @InjectEnv() private readonly env: LeadRouterEnv,
  ) {}

  /**
   * Accepts a lead once. A rejected post leaves nothing behind.
   * @throws UNKNOWN_FUNNEL_KEY if the funnel was deactivated or its key revoked meanwhile, DUPLICATE_LEAD,
   * IDEMPOTENCY_MISMATCH
   */
  accept(post: LeadPost): Promise<AcceptedLead> {
    return this.transactions.run(async (tx) => {
      if (!(await this.funnels.isValid(tx, post))) throw new DomainError('UNKNOWN_FUNNEL_KEY');
      const leadId = randomUUID();
      return (
        (await this.findReplayByKey(tx, post)) ??
        (await this.claimFingerprints(tx, post, leadId)) ??
        (await this.insert(tx, post, leadId))
      );
    });
  }

  /** @throws UNKNOWN_FUNNEL_KEY if the key was revoked meanwhile, LEAD_NOT_FOUND for leads of other funnels too */
  async getStatus(request: RequestOf<typeof getLeadStatus>): Promise<ResponseOf<typeof getLeadStatus>> {
    const { funnelId, leadId, keyHash } = request;
    if (keyHash !== undefined && (await this.funnels.findByKeyHash(keyHash))?.funnelId !== funnelId)
      throw new DomainError('UNKNOWN_FUNNEL_KEY');
    const lead = await this.leads.findOfFunnel(funnelId, leadId);
    if (!lead) throw new DomainError('LEAD_NOT_FOUND');
    return {
      leadId,
      status: lead.status,
      receivedAt: lead.createdAt.toISOString(),
      soldAt: lead.soldAt?.toISOString() ?? null,
    };
  }

  private async findReplayByKey(
    tx: Tx,
    { funnelId, idempotencyKey, bodyHash }: LeadPost,
  ): Promise<AcceptedLead | undefined> {
    if (idempotencyKey === null) return undefined;
    await this.leads.lockIdempotencyKey(tx, funnelId, idempotencyKey);
    const known = await this.leads.findByIdempotencyKey(tx, funnelId, idempotencyKey);
    if (!known) return undefined;
    if (known.bodyHash !== bodyHash) throw new DomainError('IDEMPOTENCY_MISMATCH');
    return toReplayed(known);
  }

  /** Returns the known lead if one of the fingerprints shows that the post is a replay of it. */
  private async claimFingerprints(tx: Tx, post: LeadPost, leadId: string): Promise<AcceptedLead | undefined> {
    for (const fingerprint of toFingerprints(post.lead)) {
      if (await this.leads.claimFingerprint(tx, fingerprint, leadId, this.env.DUPLICATE_WINDOW_DAYS))
        continue;
      const known = await this.leads.findByFingerprint(tx, fingerprint);
      if (known && isReplay(known, post, Date.now())) return toReplayed(known);
      throw new DomainError('DUPLICATE_LEAD');
    }
    return undefined;
  }

  private async insert(tx: Tx, post: LeadPost, leadId: string): Promise<AcceptedLead> {
    const { consent, reference, ...fields } = post.lead;
    crashPoint('lead-router.before-insert');
    const createdAt = new Date();
    await this.leads.insert(tx, {
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
    tx.publish(routeLead, { leadId }, { key: `${leadId}-0` });
    crashPoint('lead-router.before-accept-commit');
    return { leadId, replayed: false, receivedAt: createdAt.toISOString() };
  }
}

const toReplayed = (lead: LeadEntity): AcceptedLead => ({
  leadId: lead.id,
  replayed: true,
  receivedAt: lead.createdAt.toISOString(),
});
