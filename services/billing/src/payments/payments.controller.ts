import { HandleCommand } from '@desk/bullmq-transport';
import {
  listPurchases,
  listPurchasesOfLead,
  type Purchase,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { toInstants } from '@desk/service-kit';
import { Controller, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { type RefundEntity, toRefundDto } from '../refunds/refund.entity.js';
import { RefundRepository } from '../refunds/refund.repository.js';
import {
  canStartPaymentId,
  type Payment,
  type PaymentMatch,
  PaymentRepository,
  type PaymentRow,
  toPrefixPattern,
} from './payment.repository.js';

/** The count includes refunded payments, the amount does not. */
type PaymentTotal = ResponseOf<typeof listPurchases>['total'];

@Injectable()
export class PaymentTotalRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Constant cost: a trigger maintains the totals. */
  getOfAll(): Promise<PaymentTotal> {
    return this.sum('SELECT payments, succeeded_amount AS amount FROM payment_totals', []);
  }

  /** Reads maintained totals where it can: those of users, and those of all if the prefix matches every payment. */
  async getOfMatches(match: PaymentMatch): Promise<PaymentTotal> {
    const { intentPrefix } = match;
    if (canStartPaymentId(intentPrefix) && (await this.isPrefixOfAll(intentPrefix))) return this.getOfAll();
    const { sql, values } = countMatches(match);
    return this.sum(sql, values);
  }

  /** Compares only the first and the last id; if both start with the prefix, so do all between them. */
  private async isPrefixOfAll(prefix: string): Promise<boolean> {
    const firstBy = (operator: string): string =>
      `(SELECT stripe_payment_intent_id FROM purchases WHERE purchased_at IS NOT NULL
         ORDER BY stripe_payment_intent_id USING ${operator} LIMIT 1)`;
    const rows: { all: boolean | null }[] = await this.dataSource.query(
      `SELECT starts_with(${firstBy('~<~')}, $1) AND starts_with(${firstBy('~>~')}, $1) AS "all"`,
      [prefix],
    );
    return rows[0]?.all === true;
  }

  private async sum(sql: string, values: unknown[]): Promise<PaymentTotal> {
    const rows: PaymentTotal[] = await this.dataSource.query(
      `SELECT COALESCE(sum(payments), 0)::int AS count, (COALESCE(sum(amount), 0) * 100)::float8 AS "amountCents"
         FROM (${sql}) counted`,
      values,
    );
    return rows[0] ?? { count: 0, amountCents: 0 };
  }
}

/** Adds one SELECT per criterion. Each excludes what an earlier one counts, so that no payment counts twice. */
function countMatches({ userIds, leadIds, intentPrefix }: PaymentMatch): { sql: string; values: unknown[] } {
  const values: unknown[] = [userIds, leadIds];
  const countWhere = (condition: string): string =>
    `SELECT count(*) AS payments, sum(p.amount) FILTER (WHERE p.status = 'succeeded') AS amount
       FROM purchases p WHERE p.purchased_at IS NOT NULL AND ${condition}`;
  // Omits an empty exclusion, so that the payment id index alone can answer the query.
  const exclusions = [
    ...(userIds.length > 0 ? ['AND p.user_id <> ALL($1::uuid[])'] : []),
    ...(leadIds.length > 0 ? ['AND p.lead_id <> ALL($2::uuid[])'] : []),
  ].join(' ');
  const sql = [
    'SELECT payments, succeeded_amount AS amount FROM payment_totals_by_user WHERE user_id = ANY($1::uuid[])',
    countWhere('p.lead_id = ANY($2::uuid[]) AND p.user_id <> ALL($1::uuid[])'),
    ...(canStartPaymentId(intentPrefix)
      ? [
          countWhere(
            `p.stripe_payment_intent_id LIKE $${values.push(toPrefixPattern(intentPrefix))} ${exclusions}`,
          ),
        ]
      : []),
  ].join(' UNION ALL ');
  return { sql, values };
}

/** Lists successful payments, and every charge that was attempted for one lead. */
@Controller()
export class PaymentsController {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly totals: PaymentTotalRepository,
    private readonly refunds: RefundRepository,
  ) {}

  @HandleCommand(listPurchases)
  async list({ limit, order = 'newest', before, match }: RequestOf<typeof listPurchases>) {
    const [rows, total] = await Promise.all([
      this.payments.list({
        limit,
        order,
        after: before ? { at: before.purchasedAt, id: before.id } : null,
        match,
      }),
      match ? this.totals.getOfMatches(match) : this.totals.getOfAll(),
    ]);
    const refunds = await this.listRefunds(rows);
    return { purchases: rows.map((row) => toPaymentDto(row, refunds.get(row.id)?.at(-1))), total };
  }

  @HandleCommand(listPurchasesOfLead)
  async listByLead({ leadId, buyerId }: RequestOf<typeof listPurchasesOfLead>) {
    const purchases = await this.payments.listByLead(leadId, buyerId);
    const refunds = await this.listRefunds(purchases);
    return {
      purchases: purchases.map((purchase) => toPurchaseDto(purchase, refunds.get(purchase.id) ?? [])),
    };
  }

  /** Returns the refunds of each purchase that has any, oldest first. */
  private async listRefunds(purchases: readonly { id: string }[]): Promise<Map<string, RefundEntity[]>> {
    const refunds = await this.refunds.listByPurchases(purchases.map(({ id }) => id));
    return Map.groupBy(refunds, ({ purchaseId }) => purchaseId);
  }
}

const toPaymentDto = (row: PaymentRow, refund: RefundEntity | undefined): Payment => ({
  ...toInstants(row),
  ...(refund ? { refund: toRefundDto(refund) } : {}),
});

const toPurchaseDto = (purchase: PurchaseEntity, refunds: readonly RefundEntity[]): Purchase => ({
  id: purchase.id,
  offerId: purchase.offerId,
  userId: purchase.userId,
  leadId: purchase.leadId,
  amount: purchase.amount,
  status: purchase.status,
  declineCode: purchase.declineCode,
  stripePaymentIntentId: purchase.stripePaymentIntentId,
  requestedAt: purchase.firstRequestedAt.toISOString(),
  purchasedAt: purchase.purchasedAt?.toISOString() ?? null,
  refunds: refunds.map(toRefundDto),
});
