import { FUNNEL_REPORT_DAYS, type FunnelReport } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** $1: funnel, $2: days. */
const COUNT_LEADS = `
  SELECT count(*)::int AS accepted, count(*) FILTER (WHERE status = 'sold')::int AS sold,
         count(*) FILTER (WHERE status = 'reserved')::int AS reserved,
         count(*) FILTER (WHERE status = 'available')::int AS available,
         count(*) FILTER (WHERE status = 'expired')::int AS expired
    FROM leads WHERE funnel_id = $1 AND created_at > now() - make_interval(days => $2)`;
/** Counted by days in UTC. */
const COUNT_REJECTIONS = `
  SELECT reason, sum(count)::float8 AS posts FROM rejections
   WHERE funnel_id = $1 AND day > (now() AT TIME ZONE 'UTC' - make_interval(days => $2))::date
   GROUP BY reason ORDER BY posts DESC, reason`;

/** Counts what became of a funnel's posts. */
@Injectable()
export class FunnelReportRepository {
  constructor(private readonly dataSource: DataSource) {}

  async read(funnelId: string): Promise<FunnelReport> {
    const [[leads], rejections] = await Promise.all([
      this.dataSource.query<FunnelReport['leads'][]>(COUNT_LEADS, [funnelId, FUNNEL_REPORT_DAYS]),
      this.dataSource.query<FunnelReport['rejections']>(COUNT_REJECTIONS, [funnelId, FUNNEL_REPORT_DAYS]),
    ]);
    if (!leads) throw new Error('a count has no row');
    return { days: FUNNEL_REPORT_DAYS, leads, rejections };
  }
}
