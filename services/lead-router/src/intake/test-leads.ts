import { randomUUID } from 'node:crypto';
import { DomainError, type getLeadStatus, type ResponseOf } from '@desk/contracts';
import { prepared, Transactions, type Tx } from '@desk/outbox';
import { DataCipher, InjectRequestTransactions } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { hasBuyerFor } from '../routing/reserve.js';
import type { AcceptedLead, LeadPost, PostFacts } from './decide-post.js';
import { toStoredKey, toStoredKeys } from './idempotency-key.js';

/** A lead that was posted in test mode. Nothing of the person is kept. */
interface TestLead {
  readonly id: string;
  readonly bodyDigest: string;
  /** Whether a buyer would have been found at that moment. */
  readonly wouldSell: boolean;
  readonly createdAt: Date;
}

const COLUMNS = 'id, body_digest AS "bodyDigest", would_sell AS "wouldSell", created_at AS "createdAt"';
const FIND_BY_KEY = prepared(
  `SELECT ${COLUMNS} FROM test_leads WHERE funnel_id = $1 AND idempotency_key = ANY($2)`,
);
const FIND_OF_FUNNEL = `SELECT ${COLUMNS} FROM test_leads WHERE id = $1 AND funnel_id = $2`;
/** Inserts nothing if another test lead has the key. */
const INSERT = prepared(`
  INSERT INTO test_leads (id, funnel_id, idempotency_key, body_digest, would_sell, created_at)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (funnel_id, idempotency_key) DO NOTHING RETURNING id`);

/** Body hashes are digested with a key, so that they cannot be computed from a person's data. */
const BODY_PURPOSE = 'test_leads';

/** Leads in test mode: they are neither offered nor charged, and nothing about the person is stored. */
@Injectable()
export class TestLeads {
  constructor(
    @InjectRequestTransactions() private readonly transactions: Transactions,
    private readonly cipher: DataCipher,
  ) {}

  /**
   * Accepts a post that intake has checked.
   * @throws IDEMPOTENCY_MISMATCH if a post with the same key and another body was accepted meanwhile
   */
  accept(post: LeadPost): Promise<AcceptedLead> {
    return this.transactions.run(async (tx) => {
      const { funnelId, idempotencyKey, bodyHash, lead } = post;
      const created = { id: randomUUID(), wouldSell: await hasBuyerFor(tx, lead), createdAt: new Date() };
      const key = idempotencyKey === null ? null : toStoredKey(this.cipher, { funnelId, idempotencyKey });
      const { id, wouldSell, createdAt } = created;
      const inserted = await tx.query(INSERT, [
        ...[id, funnelId, key, this.cipher.digest(bodyHash, BODY_PURPOSE), wouldSell, createdAt],
      ]);
      if (inserted.length > 0) return toAnswer(created, false);
      const first = await this.findAnswer(tx, post);
      if (!first?.hasSameBody) throw new DomainError('IDEMPOTENCY_MISMATCH');
      return first.answer;
    });
  }

  async findAnswer(
    tx: Tx,
    { funnelId, idempotencyKey, bodyHash }: LeadPost,
  ): Promise<PostFacts['testLeadOfKey']> {
    if (idempotencyKey === null) return undefined;
    const stored = toStoredKeys(this.cipher, { funnelId, idempotencyKey });
    const [known] = await tx.query<TestLead>(FIND_BY_KEY, [funnelId, stored]);
    if (!known) return undefined;
    const hasSameBody = this.cipher.digests(bodyHash, BODY_PURPOSE).includes(known.bodyDigest);
    return { answer: toAnswer(known, true), hasSameBody };
  }

  /** @throws LEAD_NOT_FOUND */
  async getStatus(funnelId: string, leadId: string): Promise<ResponseOf<typeof getLeadStatus>> {
    const [lead] = await this.transactions.query<TestLead>(FIND_OF_FUNNEL, [leadId, funnelId]);
    if (!lead) throw new DomainError('LEAD_NOT_FOUND');
    return {
      leadId,
      status: 'available',
      receivedAt: lead.createdAt.toISOString(),
      soldAt: null,
      test: { wouldSell: lead.wouldSell },
    };
  }
}

const toAnswer = (
  { id, createdAt, wouldSell }: Pick<TestLead, 'id' | 'createdAt' | 'wouldSell'>,
  replayed: boolean,
): AcceptedLead => ({
  leadId: id,
  replayed,
  receivedAt: createdAt.toISOString(),
  test: { wouldSell },
});
