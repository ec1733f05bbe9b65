import { HandleCommand } from '@desk/bullmq-transport';
import {
  type AgentReport,
  CONTACT_SPEED,
  type Disposition,
  dispositions,
  DomainError,
  getAgentReport,
  type RequestOf,
} from '@desk/contracts';
import { Controller, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type ReportRequest = RequestOf<typeof getAgentReport>;
type ContactSpeed = AgentReport['contactSpeed']['own'];

interface DayRow {
  readonly day: string;
  readonly leads: number;
  readonly refunded: number;
  readonly spentCents: number;
  readonly commissionCents: number;
}
interface ValueRow {
  readonly dimension: string;
  readonly value: string;
  readonly leads: number;
  readonly won: number;
}
interface ReportRow extends Pick<AgentReport, 'timeZone' | 'today' | 'hours'> {
  readonly days: DayRow[];
  readonly values: ValueRow[];
}

/** $1: buyer, $2 and $3: first and last day. Counts of zero are left over from leads that have changed. */
const COUNTED = `FROM sale_counts c WHERE c.buyer_id = $1 AND c.day BETWEEN $2 AND $3 AND c.leads > 0`;

const SELECT_REPORT = `
  SELECT b.time_zone AS "timeZone", (eligibility_now() AT TIME ZONE b.time_zone)::date::text AS today,
         (SELECT COALESCE(json_agg(days ORDER BY day), '[]') FROM (
            SELECT c.day::text, c.leads, c.refunded, c.spent_cents AS "spentCents",
                   c.commission_cents AS "commissionCents"
              ${COUNTED} AND c.dimension = 'all') days) AS days,
         (SELECT COALESCE(json_agg(hours ORDER BY weekday, hour), '[]') FROM (
            SELECT extract(isodow FROM c.day)::int AS weekday, c.value::int AS hour, sum(c.leads)::int AS leads
              ${COUNTED} AND c.dimension = 'hour' GROUP BY 1, 2) hours) AS hours,
         (SELECT COALESCE(json_agg(counts ORDER BY leads DESC, value), '[]') FROM (
            SELECT c.dimension, c.value, sum(c.leads)::int AS leads, sum(c.won)::int AS won
              ${COUNTED} AND c.dimension NOT IN ('all', 'week', 'hour') GROUP BY 1, 2) counts) AS values
    FROM buyers b WHERE b.id = $1`;

/** Reads only the newest contacted leads, because a median over all of them takes longer the more there are. */
const selectContactSpeed = (ofBuyer: string): string => `
  SELECT count(*)::int AS leads, percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS "medianMs"
    FROM (SELECT GREATEST(0, extract(epoch FROM contacted_at - sold_at) * 1000)::float8 AS ms FROM sold_leads
           WHERE contacted_at > now() - make_interval(days => $1::int) ${ofBuyer}
           ORDER BY contacted_at DESC LIMIT $2::int) newest`;
const SELECT_OWN_SPEED = selectContactSpeed('AND buyer_id = $3');
const SELECT_SPEED_OF_ALL = selectContactSpeed('');

const sumOf = (days: readonly DayRow[], amountOf: (day: DayRow) => number): number =>
  days.reduce((sum, day) => sum + amountOf(day), 0);

/** Reads the counts that `sale-counts.sql` keeps. */
@Injectable()
export class AgentReportRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find({ buyerId, from, to }: ReportRequest): Promise<AgentReport | undefined> {
    const newest = [CONTACT_SPEED.days, CONTACT_SPEED.leads];
    const [[row], [own], [allAgents]] = await Promise.all([
      this.dataSource.query<ReportRow[]>(SELECT_REPORT, [buyerId, from, to]),
      this.dataSource.query<ContactSpeed[]>(SELECT_OWN_SPEED, [...newest, buyerId]),
      this.dataSource.query<ContactSpeed[]>(SELECT_SPEED_OF_ALL, newest),
    ]);
    if (!row || !own || !allAgents) return undefined;
    const { timeZone, today, days, hours, values } = row;
    const countsOf = <Value extends string>(dimension: string) =>
      values
        .filter((count) => count.dimension === dimension)
        .map(({ value, leads, won }) => ({ value: value as Value, leads, won }));
    const byDisposition = countsOf<Disposition>('disposition');
    const leadsWith = (disposition: Disposition): number =>
      byDisposition.find(({ value }) => value === disposition)?.leads ?? 0;
    return {
      timeZone,
      from,
      to,
      today,
      leads: sumOf(days, ({ leads }) => leads),
      refunded: sumOf(days, ({ refunded }) => refunded),
      spentCents: sumOf(days, ({ spentCents }) => spentCents),
      commissionCents: sumOf(days, ({ commissionCents }) => commissionCents),
      dispositions: Object.fromEntries(
        dispositions.map((disposition) => [disposition, leadsWith(disposition)]),
      ) as AgentReport['dispositions'],
      days: days.map(({ day, leads, spentCents }) => ({ day, leads, spentCents })),
      hours,
      states: countsOf('state'),
      leadTypes: countsOf('lead_type'),
      ageRanges: countsOf('age_range'),
      assetBands: countsOf('estimated_assets'),
      contactSpeed: { own, allAgents },
    };
  }
}

/** Reports a buyer's leads by the days of the buyer's time zone. */
@Controller()
export class AgentReportController {
  constructor(private readonly reports: AgentReportRepository) {}

  /** @throws BUYER_NOT_FOUND */
  @HandleCommand(getAgentReport)
  async get(request: ReportRequest): Promise<AgentReport> {
    const report = await this.reports.find(request);
    if (!report) throw new DomainError('BUYER_NOT_FOUND');
    return report;
  }
}
