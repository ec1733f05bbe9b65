import { randomUUID } from 'node:crypto';
import {
  type acceptLead,
  DomainError,
  LEAD_PRICE_CENTS,
  type RequestOf,
  type ResponseOf,
  routeLead,
  toDecimal,
} from '@desk/contracts';
import { prepared, Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Lead } from '../database/entities/lead.entity.js';
import type { LeadRouterEnv } from '../env.js';
import { fingerprints, isReplay } from './duplicates.js';

const CHECK_FUNNEL = prepared('SELECT 1 FROM funnels WHERE id = $1 AND active');
const LOCK_KEY = prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');
const TAKE_MARK = prepared(
  `INSERT INTO lead_fingerprints AS f (kind, digest, lead_id, seen_at) VALUES ($1, $2, $3, now())
   ON CONFLICT (kind, digest) DO UPDATE SET lead_id = excluded.lead_id, seen_at = excluded.seen_at
     WHERE f.seen_at < now() - make_interval(days => $4)
   RETURNING 1`,
);

type Post = RequestOf<typeof acceptLead>;
type Accepted = ResponseOf<typeof acceptLead>;

@Injectable()
export class IntakeService {
  constructor(
    private readonly transactions: Transactions,
    @InjectEnv() private readonly env: LeadRouterEnv,
  ) {}

  /**
   * Takes a lead, once. Throws UNKNOWN_FUNNEL_KEY when the funnel was switched off meanwhile, DUPLICATE_LEAD,
   * IDEMPOTENCY_MISMATCH; each of them leaves nothing behind.
   */
  accept(post: Post): Promise<Accepted> {
    return this.transactions.run(async (tx) => {
      await this.checkFunnel(tx, post.funnelId);
      const leadId = randomUUID();
      return (
        (await this.replayByKey(tx, post)) ??
        (await this.replayByMark(tx, post, leadId)) ??
        (await this.insert(tx, post, leadId))
      );
    });
  }

  private async checkFunnel(tx: Tx, funnelId: string): Promise<void> {
    const active = await tx.query(CHECK_FUNNEL, [funnelId]);
    if (active.length === 0) throw new DomainError('UNKNOWN_FUNNEL_KEY');
  }

  private async replayByKey(
    tx: Tx,
    { funnelId, idempotencyKey, bodyHash }: Post,
  ): Promise<Accepted | undefined> {
    if (idempotencyKey === null) return undefined;
    // Two posts with one key at once: the second waits here until the first is decided.
    await tx.query(LOCK_KEY, [`${funnelId} ${idempotencyKey}`]);
    const known = await tx.manager.findOneBy(Lead, { funnelId, idempotencyKey });
    if (!known) return undefined;
    if (known.bodyHash !== bodyHash) throw new DomainError('IDEMPOTENCY_MISMATCH');
    return replayed(known);
  }

  /** Takes the person's marks for this lead; a mark that is taken already means a replay or a duplicate. */
  private async replayByMark(tx: Tx, post: Post, leadId: string): Promise<Accepted | undefined> {
    for (const { kind, digest } of fingerprints(post.lead)) {
      const taken = await tx.query(TAKE_MARK, [kind, digest, leadId, this.env.DUPLICATE_WINDOW_DAYS]);
      if (taken.length > 0) continue;
      const [mark] = await tx.query<{ leadId: string }>(
        'SELECT lead_id AS "leadId" FROM lead_fingerprints WHERE kind = $1 AND digest = $2',
        [kind, digest],
      );
      const known = mark && (await tx.manager.findOneBy(Lead, { id: mark.leadId }));
      if (known && isReplay(known, post, Date.now())) return replayed(known);
      throw new DomainError('DUPLICATE_LEAD');
    }
    return undefined;
  }

  private async insert(tx: Tx, post: Post, leadId: string): Promise<Accepted> {
    const { consent, reference, ...fields } = post.lead;
    crashPoint('lead-router.before-insert');
    const createdAt = new Date();
    await tx.manager.insert(Lead, {
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

const replayed = (lead: Lead): Accepted => ({
  leadId: lead.id,
  replayed: true,
  receivedAt: lead.createdAt.toISOString(),
});
