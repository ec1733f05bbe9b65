import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Window } from '../provider/reconciliation-client.js';
import type { PartObject, RecordedPart, RecordedPayment } from './compare.js';

/** Our rows that the provider's list did not contain. */
interface UnseenQuery extends Window {
  readonly runId: string;
  /** The id of the last row read; null for the first page. */
  readonly position: string | null;
  readonly limit: number;
}

const PAYMENT = `
  SELECT p.id, p.stripe_payment_intent_id AS "intentId", p.status, (p.amount * 100)::int AS "amountCents", p.currency,
         (SELECT COALESCE(sum(f.amount) * 100, 0)::int FROM refunds f
           WHERE f.purchase_id = p.id AND f.status IN ('pending', 'succeeded')) AS "refundedCents",
         EXISTS (SELECT 1 FROM disputes d WHERE d.purchase_id = p.id AND d.status = 'lost') AS "hasLostDispute",
         GREATEST(p.updated_at, (SELECT max(f.updated_at) FROM refunds f WHERE f.purchase_id = p.id)) AS "changedAt"
    FROM purchases p`;

const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the window first, separately. In one query, the planner may look for the first few unseen payments in the order
 * of their ids, and read every payment there is if the provider listed them all.
 */
export const UNSEEN_PAYMENTS = `
  WITH recorded AS MATERIALIZED (
    SELECT id, stripe_payment_intent_id AS intent_id FROM purchases
     WHERE purchased_at >= $2 AND purchased_at < $3
  ), unseen AS MATERIALIZED (
    SELECT id FROM recorded r
     WHERE id > COALESCE($4::uuid, '${NO_ID}')
       AND NOT EXISTS (SELECT 1 FROM reconciliation_seen s WHERE s.run_id = $1 AND s.provider_id = r.intent_id)
     ORDER BY id LIMIT $5
  )
  ${PAYMENT} JOIN unseen USING (id) ORDER BY p.id`;

/** `isOpen`: still able to change, however old. */
const PARTS = {
  refund: {
    table: 'refunds',
    providerId: 'r.stripe_refund_id',
    since: 'r.requested_at',
    isOpen: "r.status = 'pending'",
  },
  dispute: {
    table: 'disputes',
    providerId: 'r.stripe_dispute_id',
    since: 'r.opened_at',
    isOpen: 'r.closed_at IS NULL',
  },
} as const;

const selectParts = ({ table, providerId }: (typeof PARTS)[PartObject]): string => `
  SELECT r.id, ${providerId} AS "providerId", r.purchase_id AS "purchaseId", r.status,
         (r.amount * 100)::int AS "amountCents", p.currency, r.updated_at AS "changedAt"
    FROM ${table} r JOIN purchases p ON p.id = r.purchase_id`;

type WithId<Row> = Row & { readonly id: string };

/** Reads what we recorded of payments, refunds and disputes. */
@Injectable()
export class RecordRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findPayments(intentIds: readonly string[]): Promise<ReadonlyMap<string, RecordedPayment>> {
    if (intentIds.length === 0) return new Map();
    const rows: RecordedPayment[] = await this.dataSource.query(
      `${PAYMENT} WHERE p.stripe_payment_intent_id = ANY ($1::text[])`,
      [intentIds],
    );
    return new Map(rows.map((row) => [row.intentId, row]));
  }

  async findParts(
    object: PartObject,
    providerIds: readonly string[],
  ): Promise<ReadonlyMap<string, RecordedPart>> {
    if (providerIds.length === 0) return new Map();
    const part = PARTS[object];
    const rows: RecordedPart[] = await this.dataSource.query(
      `${selectParts(part)} WHERE ${part.providerId} = ANY ($1::text[])`,
      [providerIds],
    );
    return new Map(rows.map((row) => [row.providerId, row]));
  }

  /** Returns paid purchases of the window, by id. */
  async listUnseenPayments({ runId, from, to, position, limit }: UnseenQuery): Promise<RecordedPayment[]> {
    return this.dataSource.query(UNSEEN_PAYMENTS, [runId, from, to, position, limit]);
  }

  /** Returns refunds or disputes of the window, and older ones that are not decided, by id. */
  async listUnseenParts(
    object: PartObject,
    { runId, from, to, position, limit }: UnseenQuery,
  ): Promise<WithId<RecordedPart>[]> {
    const part = PARTS[object];
    const { providerId, since, isOpen } = part;
    return this.dataSource.query(
      `${selectParts(part)}
        WHERE ${providerId} IS NOT NULL AND (${since} >= $2 OR ${isOpen}) AND ${since} < $3 AND r.id > COALESCE($4::uuid, '${NO_ID}')
          AND NOT EXISTS (SELECT 1 FROM reconciliation_seen s WHERE s.run_id = $1 AND s.provider_id = ${providerId})
        ORDER BY r.id LIMIT $5`,
      [runId, from, to, position, limit],
    );
  }
}
