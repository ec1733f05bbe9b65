import type { BalanceAmounts, BalanceDay } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BalanceTransaction } from '../provider/reconciliation-client.js';

/** A bank that only inquires, or a dispute that was prevented, withdraws nothing. */
const WITHDRAWN = "status IN ('needs_response', 'under_review', 'won', 'lost')";

/** Every movement of the month: $1 is its first day, $2 the time zone. Of each entry one count and one amount are set. */
const ENTRIES = `
  WITH bounds AS (
    SELECT $1::timestamp AT TIME ZONE $2 AS since, ($1::timestamp + interval '1 month') AT TIME ZONE $2 AS until
  ), entries AS (
    SELECT p.purchased_at AS at, 'charge' AS kind, amount, 1 AS counted FROM purchases p, bounds
     WHERE p.purchased_at >= since AND p.purchased_at < until
    UNION ALL
    SELECT f.succeeded_at, 'refund', amount, 1 FROM refunds f, bounds
     WHERE f.succeeded_at >= since AND f.succeeded_at < until
    UNION ALL
    SELECT f.ended_at, 'refund', -amount, 0 FROM refunds f, bounds
     WHERE f.succeeded_at IS NOT NULL AND f.ended_at >= since AND f.ended_at < until
    UNION ALL
    SELECT d.opened_at, 'dispute', amount, 1 FROM disputes d, bounds
     WHERE ${WITHDRAWN} AND d.opened_at >= since AND d.opened_at < until
    UNION ALL
    SELECT d.closed_at, 'dispute', -amount, 0 FROM disputes d, bounds
     WHERE d.status = 'won' AND d.closed_at >= since AND d.closed_at < until
    UNION ALL
    SELECT b.created_at, 'fee', b.fee_cents / 100.0, 0 FROM balance_transactions b, bounds
     WHERE b.created_at >= since AND b.created_at < until
  )`;

const sum = (kind: string): string => `(sum(amount) FILTER (WHERE kind = '${kind}') * 100)::float8`;
const count = (kind: string): string => `COALESCE(sum(counted) FILTER (WHERE kind = '${kind}'), 0)::int`;

const AMOUNTS = `
  ${count('charge')} AS charges, COALESCE(${sum('charge')}, 0) AS "chargesCents",
  ${count('refund')} AS refunds, COALESCE(${sum('refund')}, 0) AS "refundsCents",
  ${count('dispute')} AS disputes, COALESCE(${sum('dispute')}, 0) AS "disputesCents",
  ${sum('fee')} AS "feesCents",
  COALESCE(sum(CASE WHEN kind = 'charge' THEN amount ELSE -amount END) * 100, 0)::float8 AS "netCents"`;

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

  /**
   * Returns what moved on each day of a month, on the clocks of a time zone.
   * @param month `2026-03`
   */
  async report(month: string, timeZone: string): Promise<{ days: BalanceDay[]; totals: BalanceAmounts }> {
    const rows: (BalanceAmounts & { readonly day: string | null })[] = await this.dataSource.query(
      `${ENTRIES}
       SELECT to_char(date, 'YYYY-MM-DD') AS day, ${AMOUNTS}
         FROM (SELECT (at AT TIME ZONE $2)::date AS date, kind, amount, counted FROM entries) dated
        GROUP BY GROUPING SETS ((date), ()) ORDER BY date NULLS LAST`,
      [`${month}-01`, timeZone],
    );
    const days = rows.flatMap(({ day, ...amounts }) => (day === null ? [] : [{ day, ...amounts }]));
    const { day: _, ...totals } = rows.at(-1) ?? { day: null, ...NOTHING };
    return { days, totals };
  }
}

const NOTHING: BalanceAmounts = {
  charges: 0,
  chargesCents: 0,
  refunds: 0,
  refundsCents: 0,
  disputes: 0,
  disputesCents: 0,
  feesCents: null,
  netCents: 0,
};
