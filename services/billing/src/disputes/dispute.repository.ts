import { MAX_LISTED_DISPUTES } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { DisputeEntity } from './dispute.entity.js';

/** What the provider currently reports about a dispute. */
export type DisputeReport = Pick<
  DisputeEntity,
  'stripeDisputeId' | 'amount' | 'status' | 'reason' | 'evidenceDueBy' | 'openedAt' | 'closedAt'
>;

const UPSERT = `
  INSERT INTO disputes (id, stripe_dispute_id, purchase_id, buyer_id, lead_id, amount, status, reason, evidence_due_by,
                        opened_at, closed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (stripe_dispute_id) DO UPDATE
     SET amount = $6, status = $7, reason = $8, evidence_due_by = $9,
         -- A bank may reverse what it decided.
         closed_at = CASE WHEN disputes.status = $7 THEN COALESCE(disputes.closed_at, $11) ELSE $11 END,
         reviewed_at = CASE WHEN NOT $12 THEN disputes.reviewed_at END,
         reviewed_by = CASE WHEN NOT $12 THEN disputes.reviewed_by END,
         updated_at = clock_timestamp()`;

/** Increments the version when a buyer starts or stops being under review. Returns no row if nothing changed. */
const UPDATE_REVIEW = `
  WITH current AS (SELECT EXISTS (SELECT 1 FROM disputes WHERE buyer_id = $1 AND reviewed_at IS NULL) AS is_held)
  INSERT INTO buyer_reviews AS r (buyer_id, version, is_under_review) SELECT $1, 1, is_held FROM current
  ON CONFLICT (buyer_id) DO UPDATE SET version = r.version + 1, is_under_review = EXCLUDED.is_under_review
   WHERE r.is_under_review <> EXCLUDED.is_under_review
  RETURNING version, is_under_review AS "isUnderReview"`;

@Injectable()
export class DisputeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string): Promise<DisputeEntity | null> {
    return this.dataSource.manager.findOneBy(DisputeEntity, { id });
  }

  async list(): Promise<DisputeEntity[]> {
    return this.dataSource.manager
      .createQueryBuilder(DisputeEntity, 'd')
      .orderBy('d.reviewed_at IS NULL', 'DESC')
      .addOrderBy('CASE WHEN d.reviewed_at IS NULL THEN d.opened_at END', 'ASC')
      .addOrderBy('d.opened_at', 'DESC')
      .limit(MAX_LISTED_DISPUTES)
      .getMany();
  }

  /** The transaction holds the lock on the purchase. */
  async findByProviderId(tx: Tx, stripeDisputeId: string): Promise<DisputeEntity | null> {
    return tx.manager.findOneBy(DisputeEntity, { stripeDisputeId });
  }

  async upsert(
    tx: Tx,
    id: string,
    purchase: PurchaseEntity,
    report: DisputeReport,
    needsReviewAgain: boolean,
  ): Promise<void> {
    await tx.query(UPSERT, [
      ...[id, report.stripeDisputeId, purchase.id, purchase.userId, purchase.leadId, report.amount],
      ...[report.status, report.reason, report.evidenceDueBy, report.openedAt, report.closedAt],
      needsReviewAgain,
    ]);
  }

  /** Returns false if it was reviewed already. */
  async setReviewed(tx: Tx, id: string, actorId: string): Promise<boolean> {
    const rows = await tx.query(
      'UPDATE disputes SET reviewed_at = now(), reviewed_by = $2 WHERE id = $1 AND reviewed_at IS NULL RETURNING id',
      [id, actorId],
    );
    return rows.length > 0;
  }

  /** Serializes a buyer's disputes, which concern several purchases. */
  async lockBuyer(tx: Tx, buyerId: string): Promise<void> {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('review of ' || $1::text, 0))", [buyerId]);
  }

  /** Returns the new state if it changed. The transaction has locked the buyer. */
  async updateReview(
    tx: Tx,
    buyerId: string,
  ): Promise<{ version: number; isUnderReview: boolean } | undefined> {
    return tx.one<{ version: number; isUnderReview: boolean }>(UPDATE_REVIEW, [buyerId]);
  }
}
