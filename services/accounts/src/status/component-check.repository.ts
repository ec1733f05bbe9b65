import {
  type ComponentUptime,
  type MinuteReport,
  STATUS_DAYS,
  statusComponents,
  type UptimeDay,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Reports older than this are not late but wrong. */
const MAX_AGE_HOURS = 24;

/** Changes no row if the same report is repeated or another copy sends it. */
const RECORD = `
  INSERT INTO component_checks (minute, up)
  SELECT date_trunc('minute', r.minute),
         COALESCE(array_agg(DISTINCT c.component ORDER BY c.component) FILTER (WHERE c.component IS NOT NULL), '{}')
    FROM jsonb_to_recordset($1) AS r (minute timestamptz, up text[])
    LEFT JOIN LATERAL unnest(r.up) AS c (component) ON true
   WHERE r.minute BETWEEN now() - make_interval(hours => $2) AND now() + interval '5 minutes'
   GROUP BY 1
   ORDER BY 1
  ON CONFLICT (minute) DO UPDATE
     SET up = (SELECT array_agg(DISTINCT c ORDER BY c) FROM unnest(component_checks.up || EXCLUDED.up) c)
   WHERE NOT component_checks.up @> EXCLUDED.up`;

/**
 * Days in UTC, oldest first, up to the last full minute. A minute without a row counts as passed, but not as up: nobody
 * could reach the gateway, or nothing could be written.
 */
const SELECT_DAYS = `
  WITH recorded AS (
         SELECT min(minute) AS since, date_trunc('minute', now()) AS until FROM component_checks),
       days AS (
         SELECT generate_series(date_trunc('day', now(), 'UTC') - make_interval(hours => 24 * ($1 - 1)),
                                date_trunc('day', now(), 'UTC'), interval '24 hours') AS day),
       reports AS (
         SELECT date_trunc('day', minute, 'UTC') AS day, up, count(*) AS minutes
           FROM component_checks
          WHERE minute >= (SELECT min(day) FROM days) AND minute < date_trunc('minute', now())
          GROUP BY 1, 2),
       counts AS (
         SELECT day, component, sum(minutes)::int AS minutes FROM reports, unnest(up) AS component GROUP BY 1, 2),
       totals AS (
         SELECT day, jsonb_object_agg(component, minutes) AS up FROM counts GROUP BY 1)
  SELECT to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
         CASE WHEN since IS NULL THEN 0 ELSE
           GREATEST(0, extract(epoch FROM LEAST(day + interval '24 hours', until) - GREATEST(day, since)) / 60)
         END::int AS minutes,
         COALESCE(up, '{}') AS up
    FROM recorded, days LEFT JOIN totals USING (day) ORDER BY day`;

interface DayRow extends UptimeDay {
  readonly up: Readonly<Record<string, number>>;
}

@Injectable()
export class ComponentCheckRepository {
  constructor(private readonly dataSource: DataSource) {}

  async record(minutes: readonly MinuteReport[]): Promise<void> {
    await this.dataSource.query(RECORD, [JSON.stringify(minutes), MAX_AGE_HOURS]);
  }

  async getUptime(): Promise<{ days: UptimeDay[]; components: ComponentUptime[] }> {
    const rows: DayRow[] = await this.dataSource.query(SELECT_DAYS, [STATUS_DAYS]);
    return {
      days: rows.map(({ date, minutes }) => ({ date, minutes })),
      components: statusComponents.map((component) => ({
        component,
        upMinutes: rows.map(({ up }) => up[component] ?? 0),
      })),
    };
  }
}
