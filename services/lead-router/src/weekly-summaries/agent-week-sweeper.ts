import { agentWeekEnded, type PayloadOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const INTERVAL_MS = 1_000;
/**
 * Agents per statement. A run ends once it has published this many summaries: all agents of a time zone are due at
 * once, and in the notifier, sold leads and security emails must not wait behind their summaries.
 */
const BATCH_SIZE = 10;
/** Bounds one run, because a shutdown waits for its end. */
const MAX_BATCHES_PER_RUN = 500;

type AgentWeek = PayloadOf<typeof agentWeekEnded>;
interface ClaimedWeek extends AgentWeek {
  /** Neither disabled nor erased. */
  readonly isActive: boolean;
}

/** Sums like the agent's report, except that the time to the first contact covers the leads contacted in the week. */
const sumWeek = (monday: string): string => `
  SELECT COALESCE(sum(s.leads), 0) AS leads, COALESCE(sum(s.refunded), 0) AS refunded,
         COALESCE(sum(s.spent_cents), 0) AS "spentCents", COALESCE(sum(s.won), 0) AS won,
         COALESCE(sum(s.commission_cents), 0) AS "commissionCents",
         (SELECT percentile_cont(0.5) WITHIN GROUP (
                   ORDER BY GREATEST(0, extract(epoch FROM l.contacted_at - l.sold_at) * 1000)::float8)
            FROM sold_leads l
           WHERE l.buyer_id = c.buyer_id AND l.contacted_at >= start_of_day(${monday}, c.time_zone)
             AND l.contacted_at < start_of_day(${monday} + 7, c.time_zone)) AS "contactMs"
    FROM sale_counts s
   WHERE s.buyer_id = c.buyer_id AND s.dimension = 'all' AND s.day BETWEEN ${monday} AND ${monday} + 6`;

/** Skips agents that another copy has claimed. After an outage, only the latest week is summarized. */
const CLAIM_DUE = `
  WITH claimed AS (
    UPDATE weekly_summaries w
       SET (monday, due_at) = (
             SELECT next.monday, summary_due_at(next.monday, w.time_zone)
               FROM (SELECT GREATEST(w.monday, last_due_week(w.time_zone)) + 7 AS monday) next)
     WHERE w.buyer_id = ANY (ARRAY(
             SELECT due.buyer_id FROM weekly_summaries due WHERE due.due_at <= (SELECT eligibility_now())
              ORDER BY due.due_at LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING w.buyer_id, w.time_zone, w.monday - 7 AS monday)
  SELECT c.buyer_id AS "buyerId", c.monday::text, to_json(week) AS week, to_json(week_before) AS "weekBefore",
         b.erased_at IS NULL AND NOT b.account_disabled AS "isActive"
    FROM claimed c JOIN buyers b ON b.id = c.buyer_id
   CROSS JOIN LATERAL (${sumWeek('c.monday')}) week
   CROSS JOIN LATERAL (${sumWeek('c.monday - 7')}) week_before`;

/** Publishes what agents bought in a week once, on the Monday after it or when the service runs again (ADR 20). */
@Injectable()
export class AgentWeekSweeper implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'agent weeks', intervalMs: INTERVAL_MS, run: () => this.sweep() });
  }

  /** Claims further batches while few of the due agents have bought anything. */
  private async sweep(): Promise<void> {
    let published = 0;
    for (let batch = 0; batch < MAX_BATCHES_PER_RUN && published < BATCH_SIZE; batch += 1) {
      const claim = await this.transactions.run((tx) => this.publishBatch(tx));
      published += claim.published;
      if (claim.claimed < BATCH_SIZE) break;
    }
    if (published > 0) this.logger.info({ count: published }, 'weekly summaries published');
  }

  private async publishBatch(tx: Tx): Promise<{ readonly claimed: number; readonly published: number }> {
    const claimed = await tx.query<ClaimedWeek>(CLAIM_DUE, [BATCH_SIZE]);
    if (claimed.length === 0) return { claimed: 0, published: 0 };
    const summarized = claimed
      .filter(({ isActive, week, weekBefore }) => isActive && week.leads + weekBefore.leads > 0)
      .map(({ isActive: _isActive, ...week }) => week);
    for (const week of summarized)
      tx.publish(agentWeekEnded, week, { key: `${week.buyerId}-${week.monday}` });
    return { claimed: claimed.length, published: summarized.length };
  }
}
