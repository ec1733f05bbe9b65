import { FUNNEL_REPORT_DAYS, type FunnelReport } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const RECENT = `interval '${FUNNEL_REPORT_DAYS} days'`;
const COUNT_LEADS = `
  SELECT count(*)::int AS accepted, count(*) FILTER (WHERE status = 'sold')::int AS sold,
         count(*) FILTER (WHERE status = 'reserved')::int AS reserved,
         count(*) FILTER (WHERE status = 'available')::int AS available,
         count(*) FILTER (WHERE status = 'expired')::int AS expired
    FROM leads WHERE funnel_id = $1 AND created_at > now() - ${RECENT}`;
/** Counted by days in UTC. */
const COUNT_REJECTIONS = `
  SELECT reason, sum(count)::float8 AS posts FROM rejections
   WHERE funnel_id = $1 AND day > (now() AT TIME ZONE 'UTC' - ${RECENT})::date
   GROUP BY reason ORDER BY posts DESC, reason`;

/** Counts what became of a funnel's posts. */
@Injectable()
export class FunnelReportRepository {
  constructor(private readonly dataSource: DataSource) {}

  async read(funnelId: string): Promise<FunnelReport> {
    const [[leads], rejections] = await Promise.all([
      this.dataSource.query<FunnelReport['leads'][]>(COUNT_LEADS, [funnelId]),
      this.dataSource.query<FunnelReport['rejections']>(COUNT_REJECTIONS, [funnelId]),
    ]);
    if (!leads) throw new Error('a count has no row');
    return { days: FUNNEL_REPORT_DAYS, leads, rejections };
  }
}
