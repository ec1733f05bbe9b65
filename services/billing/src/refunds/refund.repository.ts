import { toDecimal } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { selectColumns } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { ProviderRefund } from '../provider/money-back-client.js';
import { RefundEntity } from './refund.entity.js';

export type NewRefund = Pick<
  RefundEntity,
  'id' | 'purchaseId' | 'amount' | 'reason' | 'note' | 'requestedBy'
> & { readonly isOurFailure?: boolean };

/** The new state of a refund. Null keeps what is stored. */
export type RefundChange = Pick<
  RefundEntity,
  'status' | 'stripeRefundId' | 'providerStatus' | 'failureReason'
>;

const SELECT_OF_PURCHASE = `
  SELECT ${selectColumns(RefundEntity, 'r')} FROM refunds r WHERE purchase_id = $1 ORDER BY requested_at, id`;

const UPDATE = `
  UPDATE refunds
     SET status = $2, stripe_refund_id = COALESCE($3, stripe_refund_id), provider_status = COALESCE($4, provider_status),
         failure_reason = COALESCE($5, failure_reason),
         succeeded_at = CASE WHEN $2 = 'succeeded' THEN COALESCE(succeeded_at, clock_timestamp()) ELSE succeeded_at END,
         ended_at = CASE WHEN $2 IN ('failed', 'canceled') THEN COALESCE(ended_at, clock_timestamp()) END,
         updated_at = clock_timestamp()
   WHERE id = $1`;

/** Changes a refund only in a transaction that has locked its purchase. */
@Injectable()
export class RefundRepository {
  constructor(private readonly dataSource: DataSource) {}

  async get(id: string): Promise<RefundEntity> {
    return this.dataSource.manager.findOneByOrFail(RefundEntity, { id });
  }

  /** Returns the refunds of these purchases, oldest first. */
  async listByPurchases(purchaseIds: readonly string[]): Promise<RefundEntity[]> {
    if (purchaseIds.length === 0) return [];
    return this.dataSource.manager.find(RefundEntity, {
      where: { purchaseId: In([...purchaseIds]) },
      order: { requestedAt: 'ASC', id: 'ASC' },
    });
  }

  /** Returns the refunds of a purchase that the transaction has locked, oldest first. */
  async listLocked(tx: Tx, purchaseId: string): Promise<RefundEntity[]> {
    return tx.query<RefundEntity>(SELECT_OF_PURCHASE, [purchaseId]);
  }

  /** Whether the last refund of the purchase was refused because the charge was disputed. */
  async wasRefusedForDispute(tx: Tx, purchaseId: string): Promise<boolean> {
    const last = (await this.listLocked(tx, purchaseId)).at(-1);
    return last?.status === 'failed' && last.failureReason === 'charge_disputed';
  }

  async insert(tx: Tx, refund: NewRefund): Promise<void> {
    const { id, purchaseId, amount, reason, note, requestedBy, isOurFailure = false } = refund;
    await tx.query(
      `INSERT INTO refunds (id, purchase_id, amount, status, reason, note, requested_by, resolve_attempt, is_our_failure)
       VALUES ($1, $2, $3, 'requested', $4, $5, $6, 1, $7)`,
      [id, purchaseId, amount, reason, note, requestedBy, isOurFailure],
    );
  }

  /** Adds a refund that somebody made at the provider, as pending. */
  async insertFound(tx: Tx, id: string, purchaseId: string, found: ProviderRefund): Promise<void> {
    await tx.query(
      `INSERT INTO refunds (id, purchase_id, amount, status, reason, stripe_refund_id, provider_status, requested_at)
       VALUES ($1, $2, $3, 'pending', 'made-at-provider', $4, 'pending', $5)`,
      [id, purchaseId, toDecimal(found.amountCents), found.id, found.createdAt],
    );
  }

  async update(tx: Tx, id: string, change: RefundChange): Promise<void> {
    const { status, stripeRefundId, providerStatus, failureReason } = change;
    await tx.query(UPDATE, [id, status, stripeRefundId, providerStatus, failureReason]);
  }

  /** Never lowers a counter, so that a slow process cannot reuse an idempotency key. */
  async setAttempts(
    tx: Tx,
    id: string,
    attempts: Pick<RefundEntity, 'resolveAttempt' | 'createAttempt'>,
  ): Promise<void> {
    await tx.query(
      `UPDATE refunds SET resolve_attempt = GREATEST(resolve_attempt, $2), create_attempt = GREATEST(create_attempt, $3),
              updated_at = clock_timestamp() WHERE id = $1`,
      [id, attempts.resolveAttempt, attempts.createAttempt],
    );
  }
}
