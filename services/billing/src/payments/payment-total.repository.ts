import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { canStartPaymentId, type PaymentMatch, toPrefixPattern } from './payment.repository.js';

export interface PaymentTotal {
  /** Includes refunded payments. */
  readonly count: number;
  /** Paid and not refunded. */
  readonly amountCents: number;
}

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
  // Excludes nothing that is empty, because the payment id index alone can then answer the query.
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
