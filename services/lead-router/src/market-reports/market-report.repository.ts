import {
  CAMPAIGNS_MAX,
  type countAgentsLeads,
  type getMarketReport,
  type listEligibleBuyers,
  type MarketReport,
  REPORTED_AGENTS_MAX,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const LEAD_COUNTS = `sum(accepted)::int AS accepted, sum(sold)::int AS sold, sum(expired)::int AS expired,
       sum(refunded)::int AS refunded, sum(revenue_cents)::float8 AS "revenueCents"`;
const STATUS_COUNTS = `sum(contacted)::int AS contacted, sum(appointment)::int AS appointment, sum(won)::int AS won,
       sum(lost)::int AS lost`;
const REFUSED_COUNTS = 'sum(duplicates)::int AS duplicates, sum(refused)::int AS refused';

/** Columns of the other source, which are zero here. */
const NO_LEADS = `'', '', 0 AS accepted, 0 AS sold, 0 AS expired, 0 AS refunded, 0 AS revenue_cents, 0 AS contacted,
       0 AS appointment, 0 AS won, 0 AS lost`;

/** $1 and $2: first and last day. Posts without a funnel's key belong to no funnel. */
const COUNTED = `
  SELECT *, 0 AS duplicates, 0 AS refused FROM funnel_counts_between($1, $2)
  UNION ALL
  SELECT funnel_id, day, ${NO_LEADS}, CASE WHEN reason = 'duplicate' THEN count ELSE 0 END,
         CASE WHEN reason = 'duplicate' THEN 0 ELSE count END
    FROM rejections WHERE day BETWEEN $1 AND $2 AND field = ''`;

const COUNT_DAYS = `
  SELECT day::text, ${LEAD_COUNTS}, ${REFUSED_COUNTS} FROM (${COUNTED}) counted GROUP BY day ORDER BY day`;

const COUNT_DELAYS = `
  SELECT day::text, (delay_bounds())[delay + 1] AS "upToMs", sum(delivered)::int AS leads
    FROM delay_counts_between($1, $2) GROUP BY day, delay HAVING sum(delivered) > 0 ORDER BY day, delay`;

const COUNT_FUNNELS = `
  SELECT f.id AS "funnelId", f.name, f.mode, ${LEAD_COUNTS}, ${STATUS_COUNTS}, ${REFUSED_COUNTS}
    FROM (${COUNTED}) counted JOIN funnels f ON f.id = counted.funnel_id
   GROUP BY f.id ORDER BY sum(accepted) DESC, f.name, f.id`;

const COUNT_CAMPAIGNS = `
  SELECT campaign_source AS source, campaign, ${LEAD_COUNTS}, ${STATUS_COUNTS} FROM funnel_counts_between($1, $2)
   GROUP BY 1, 2 ORDER BY sum(accepted) DESC, 1, 2 LIMIT ${CAMPAIGNS_MAX}`;

const COUNT_PLACES = `
  WITH counted AS (
    SELECT state, lead_type, ${LEAD_COUNTS} FROM place_counts_between($1, $2) GROUP BY state, lead_type
  )
  SELECT state, lead_type AS "leadType", COALESCE(accepted, 0) AS accepted, COALESCE(sold, 0) AS sold,
         COALESCE(expired, 0) AS expired, COALESCE(refunded, 0) AS refunded, COALESCE("revenueCents", 0) AS "revenueCents",
         COALESCE(agents, 0) AS agents, COALESCE(slots, 0) AS "openSlots"
    FROM counted FULL JOIN open_slots() USING (state, lead_type) ORDER BY state, lead_type`;

const SELECT_TODAY = `SELECT time_zone AS "timeZone", report_day(now())::text AS today FROM report_zone`;

/** Counts by the days of each buyer: the day of the sale, or of the slot that a declined charge had. */
const COUNT_AGENTS = `
  WITH bought AS (
    SELECT buyer_id, sum(leads)::int AS bought, sum(refunded)::int AS refunded, sum(won)::int AS won,
           sum(spent_cents)::float8 AS spent_cents
      FROM sale_counts_between($1, $2) GROUP BY 1
  ), declined AS (
    SELECT buyer_id, count(*)::int AS declined
      FROM lead_offers WHERE status = 'declined' AND slot_day BETWEEN $1 AND $2 GROUP BY 1
  ), reported AS (
    SELECT buyer_id, COALESCE(bought, 0) AS bought, COALESCE(refunded, 0) AS refunded, COALESCE(won, 0) AS won,
           COALESCE(spent_cents, 0) AS spent_cents, COALESCE(declined, 0) AS declined
      FROM bought FULL JOIN declined USING (buyer_id)
     ORDER BY 2 DESC, declined DESC, buyer_id LIMIT ${REPORTED_AGENTS_MAX}
  )
  SELECT buyer_id AS "buyerId", bought, refunded, won, spent_cents AS "spentCents", declined,
         b.daily_lead_limit * GREATEST(0,
           LEAST($2::date, today(b, now())) - GREATEST($1::date, (b.created_at AT TIME ZONE b.time_zone)::date) + 1) AS allowed
    FROM reported JOIN buyers b ON b.id = buyer_id
   ORDER BY bought DESC, declined DESC, buyer_id`;

/** $1 and $2: state and lead type; $3 and $4: LIMIT and OFFSET. */
const LIST_ELIGIBLE_BUYERS = `
  WITH eligible AS MATERIALIZED (
    SELECT buyer_id AS "buyerId", daily_lead_limit AS "dailyLeadLimit", open_slots AS "openSlots"
      FROM eligible_buyers() WHERE $1 = ANY (states_in(filter_states)) AND $2 = ANY (lead_types_in(filter_lead_types))
  )
  SELECT COALESCE((SELECT json_agg(page ORDER BY "openSlots" DESC, "buyerId") FROM (
           SELECT * FROM eligible ORDER BY "openSlots" DESC, "buyerId" LIMIT $3 OFFSET $4) page), '[]') AS buyers,
         count(*)::int AS total, COALESCE(sum("openSlots"), 0)::int AS "openSlots"
    FROM eligible`;

/** A lead that is delivered within this time is in time. */
const IN_TIME_MS = 1_000;

export type Period = RequestOf<typeof getMarketReport>;
type Day = MarketReport['days'][number];
type DelayRow = Day['delays'][number] & Pick<Day, 'day'>;

const sumLeads = (delays: readonly Day['delays'][number][]): number =>
  delays.reduce((sum, { leads }) => sum + leads, 0);

function addDelays(days: readonly Omit<Day, 'delays'>[], rows: readonly DelayRow[]): Day[] {
  const delaysOf = Map.groupBy(rows, ({ day }) => day);
  return days.map((each) => {
    const delays = (delaysOf.get(each.day) ?? []).map(({ upToMs, leads }) => ({ upToMs, leads }));
    const inTime = delays.filter(({ upToMs }) => upToMs !== null && upToMs <= IN_TIME_MS);
    return { ...each, delivered: sumLeads(delays), deliveredInTime: sumLeads(inTime), delays };
  });
}

/** Reads the counts that `market-counts.sql` keeps, and what the gateway counted of refused posts. */
@Injectable()
export class MarketReportRepository {
  constructor(private readonly dataSource: DataSource) {}

  async read({ from, to }: Period): Promise<MarketReport> {
    const period = [from, to];
    const [[zone], days, delays, funnels, campaigns, places] = await Promise.all([
      this.dataSource.query<Pick<MarketReport, 'timeZone' | 'today'>[]>(SELECT_TODAY),
      this.dataSource.query<Omit<Day, 'delays'>[]>(COUNT_DAYS, period),
      this.dataSource.query<DelayRow[]>(COUNT_DELAYS, period),
      this.dataSource.query<MarketReport['funnels']>(COUNT_FUNNELS, period),
      this.dataSource.query<MarketReport['campaigns']>(COUNT_CAMPAIGNS, period),
      this.dataSource.query<MarketReport['places']>(COUNT_PLACES, period),
    ]);
    if (!zone) throw new Error('no reporting time zone is stored');
    return { ...zone, from, to, days: addDelays(days, delays), funnels, campaigns, places };
  }

  async countAgents({ from, to }: Period): Promise<ResponseOf<typeof countAgentsLeads>> {
    return { agents: await this.dataSource.query(COUNT_AGENTS, [from, to]) };
  }

  async listEligibleBuyers({
    state,
    leadType,
    page,
    pageSize,
  }: RequestOf<typeof listEligibleBuyers>): Promise<ResponseOf<typeof listEligibleBuyers>> {
    const [list] = await this.dataSource.query<ResponseOf<typeof listEligibleBuyers>[]>(
      LIST_ELIGIBLE_BUYERS,
      [state, leadType, pageSize, (page - 1) * pageSize],
    );
    if (!list) throw new Error('an aggregate without GROUP BY has no row');
    return list;
  }
}
