import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Match } from './payments.repository.js';
import { mayBeginId, startsWith } from './payment-ids.js';

/** How many payments there are, refunded ones included, and what was paid and not given back. */
export interface PaymentTotal {
  readonly count: number;
  readonly amountCents: number;
}

@Injectable()
export class PaymentTotalsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Kept by a trigger, so it costs the same however many there are. */
  ofAll(): Promise<PaymentTotal> {
    return this.add('SELECT payments, succeeded_amount AS amount FROM payment_totals', []);
  }

  /** Those of users are kept too. What every payment's id begins with is not looked for: it is all of them. */
  async ofMatch(match: Match): Promise<PaymentTotal> {
    if (mayBeginId(match.intentPrefix) && (await this.isPrefixOfAll(match.intentPrefix))) return this.ofAll();
    const { sql, values } = countMatch(match);
    return this.add(sql, values);
  }

  private async isPrefixOfAll(prefix: string): Promise<boolean> {
    const end = (operator: string): string =>
      `(SELECT stripe_payment_intent_id FROM purchases WHERE purchased_at IS NOT NULL
         ORDER BY stripe_payment_intent_id USING ${operator} LIMIT 1)`;
    const rows: { all: boolean | null }[] = await this.dataSource.query(
      `SELECT starts_with(${end('~<~')}, $1) AND starts_with(${end('~>~')}, $1) AS "all"`,
      [prefix],
    );
    return rows[0]?.all === true;
  }

  private async add(sql: string, values: unknown[]): Promise<PaymentTotal> {
    const rows: PaymentTotal[] = await this.dataSource.query(
      `SELECT COALESCE(sum(payments), 0)::int AS count, (COALESCE(sum(amount), 0) * 100)::float8 AS "amountCents"
         FROM (${sql}) counted`,
      values,
    );
    return rows[0] ?? { count: 0, amountCents: 0 };
  }
}

/** One part for each thing looked for; each leaves out what a part before it counts. */
function countMatch({ userIds, leadIds, intentPrefix }: Match): { sql: string; values: unknown[] } {
  const values: unknown[] = [userIds, leadIds];
  const count = (where: string): string =>
    `SELECT count(*) AS payments, sum(p.amount) FILTER (WHERE p.status = 'succeeded') AS amount
       FROM purchases p WHERE p.purchased_at IS NOT NULL AND ${where}`;
  // What is not named here need not be read: the index of the payment ids is enough then.
  const others = [
    ...(userIds.length > 0 ? ['AND p.user_id <> ALL($1::uuid[])'] : []),
    ...(leadIds.length > 0 ? ['AND p.lead_id <> ALL($2::uuid[])'] : []),
  ].join(' ');
  const sql = [
    'SELECT payments, succeeded_amount AS amount FROM payment_totals_by_user WHERE user_id = ANY($1::uuid[])',
    count('p.lead_id = ANY($2::uuid[]) AND p.user_id <> ALL($1::uuid[])'),
    ...(mayBeginId(intentPrefix)
      ? [count(`p.stripe_payment_intent_id LIKE $${values.push(startsWith(intentPrefix))} ${others}`)]
      : []),
  ].join(' UNION ALL ');
  return { sql, values };
}
