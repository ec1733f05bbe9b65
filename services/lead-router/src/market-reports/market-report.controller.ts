import { HandleCommand } from '@desk/bullmq-transport';
import { getMarketReport, type MarketReport, type RequestOf } from '@desk/contracts';
import { Controller, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const LEAD_COUNTS = `sum(accepted)::int AS accepted, sum(sold)::int AS sold, sum(expired)::int AS expired,
       sum(refunded)::int AS refunded, sum(revenue_cents)::float8 AS "revenueCents"`;

/** Zero in every row of the other source. */
const NO_LEADS = `0 AS accepted, 0 AS sold, 0 AS expired, 0 AS refunded, 0 AS revenue_cents, 0 AS delivered,
       0 AS delivered_in_time, 0 AS contacted, 0 AS appointment, 0 AS won, 0 AS lost`;

/** $1 and $2: first and last day. Posts without a funnel's key belong to no funnel. */
const COUNTED = `
  SELECT *, 0 AS duplicates, 0 AS refused FROM funnel_counts_between($1, $2)
  UNION ALL
  SELECT funnel_id, day, ${NO_LEADS}, CASE WHEN reason = 'duplicate' THEN count ELSE 0 END,
         CASE WHEN reason = 'duplicate' THEN 0 ELSE count END
    FROM rejections WHERE day BETWEEN $1 AND $2 AND field = ''`;

const COUNT_DAYS = `
  SELECT day::text, ${LEAD_COUNTS}, sum(delivered)::int AS delivered, sum(delivered_in_time)::int AS "deliveredInTime",
         sum(duplicates)::int AS duplicates, sum(refused)::int AS refused
    FROM (${COUNTED}) counted GROUP BY day ORDER BY day`;

const COUNT_FUNNELS = `
  SELECT f.id AS "funnelId", f.name, f.mode, ${LEAD_COUNTS}, sum(contacted)::int AS contacted,
         sum(appointment)::int AS appointment, sum(won)::int AS won, sum(lost)::int AS lost,
         sum(duplicates)::int AS duplicates, sum(refused)::int AS refused
    FROM (${COUNTED}) counted JOIN funnels f ON f.id = counted.funnel_id
   GROUP BY f.id ORDER BY sum(accepted) DESC, f.name, f.id`;

const COUNT_PLACES = `
  SELECT state, lead_type AS "leadType", ${LEAD_COUNTS}, sum(waiting)::int AS waiting
    FROM (SELECT state, lead_type, accepted, sold, expired, refunded, revenue_cents, 0 AS waiting
            FROM place_counts_between($1, $2)
          UNION ALL
          SELECT state, lead_type, 0, 0, 0, 0, 0, count(*) FROM leads WHERE status = 'available' GROUP BY 1, 2) counted
   GROUP BY 1, 2 ORDER BY 1, 2`;

const SELECT_TODAY = `SELECT time_zone AS "timeZone", report_day(now())::text AS today FROM report_zone`;

/** Reads the counts that `market-counts.sql` keeps, and what the gateway counted of refused posts. */
@Injectable()
export class MarketReportRepository {
  constructor(private readonly dataSource: DataSource) {}

  async read({ from, to }: RequestOf<typeof getMarketReport>): Promise<MarketReport> {
    const period = [from, to];
    const [[zone], days, funnels, places] = await Promise.all([
      this.dataSource.query<Pick<MarketReport, 'timeZone' | 'today'>[]>(SELECT_TODAY),
      this.dataSource.query<MarketReport['days']>(COUNT_DAYS, period),
      this.dataSource.query<MarketReport['funnels']>(COUNT_FUNNELS, period),
      this.dataSource.query<MarketReport['places']>(COUNT_PLACES, period),
    ]);
    if (!zone) throw new Error('no reporting time zone is stored');
    return { ...zone, from, to, days, funnels, places };
  }
}

/** What became of posts and leads, in the days of the reporting time zone. */
@Controller()
export class MarketReportController {
  constructor(private readonly reports: MarketReportRepository) {}

  @HandleCommand(getMarketReport)
  get(period: RequestOf<typeof getMarketReport>): Promise<MarketReport> {
    return this.reports.read(period);
  }
}
