import type { BalanceAmounts, getBalanceReport, MoneyReport, RequestOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BalanceTransaction } from '../provider/reconciliation-client.js';

const count = (kind: string): string => `COALESCE(sum(counted) FILTER (WHERE kind = '${kind}'), 0)::int`;
const cents = (kind: string): string => `(sum(cents) FILTER (WHERE kind = '${kind}'))::float8`;

/** The totals, and then each day. $1 and $2: first and last day, $3: time zone. */
const COUNT_DAYS = `
  SELECT day::text,
         ${count('charge')} AS charges, COALESCE(${cents('charge')}, 0) AS "chargesCents",
         ${count('refund')} AS refunds, COALESCE(${cents('refund')}, 0) AS "refundsCents",
         ${count('dispute')} AS disputes, COALESCE(${cents('dispute')}, 0) AS "disputesCents",
         ${cents('fee')} AS "feesCents",
         COALESCE(sum(CASE WHEN kind = 'charge' THEN cents ELSE -cents END), 0)::float8 AS "netCents"
    FROM balance_between($1, $2, $3)
   GROUP BY GROUPING SETS ((), (day)) ORDER BY day NULLS FIRST`;

const SELECT_TODAY = 'SELECT (now() AT TIME ZONE $1)::date::text AS today';

@Injectable()
export class BalanceRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores movements of the provider's balance. They never change. */
  async store(
    tx: Tx,
    transactions: readonly (BalanceTransaction & { readonly purchaseId: string })[],
  ): Promise<void> {
    if (transactions.length === 0) return;
    await tx.query(
      `INSERT INTO balance_transactions (id, purchase_id, type, amount_cents, fee_cents, currency, created_at)
       SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::int[], $5::int[], $6::text[], $7::timestamptz[])
       ON CONFLICT DO NOTHING`,
      [
        transactions.map(({ id }) => id),
        transactions.map(({ purchaseId }) => purchaseId),
        transactions.map(({ type }) => type),
        transactions.map(({ amountCents }) => amountCents),
        transactions.map(({ feeCents }) => feeCents),
        transactions.map(({ currency }) => currency),
        transactions.map(({ createdAt }) => createdAt),
      ],
    );
  }

  /** Returns what moved on the days of a time zone, `from` and `to` included. */
  async report({ from, to }: RequestOf<typeof getBalanceReport>, timeZone: string): Promise<MoneyReport> {
    const [[{ today }], [{ day: _day, ...totals }, ...days]] = await Promise.all([
      this.dataSource.query<[{ today: string }]>(SELECT_TODAY, [timeZone]),
      this.dataSource.query<[BalanceAmounts & { day: null }, ...MoneyReport['days']]>(COUNT_DAYS, [
        from,
        to,
        timeZone,
      ]),
    ]);
    return { timeZone, from, to, today, days, totals };
  }
}
