import { HandleCommand } from '@desk/bullmq-transport';
import { getLeadStatistics, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';

type LeadStatistics = ResponseOf<typeof getLeadStatistics>;

/** Milliseconds from receipt to the first delivery. Never negative, although clocks of two machines may differ. */
const SELECT_STATISTICS = `
  SELECT count(*)::int AS leads,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY duration) AS "medianMs",
         percentile_cont(0.95) WITHIN GROUP (ORDER BY duration) AS "p95Ms"
    FROM (SELECT GREATEST(0, extract(epoch FROM s.delivered_at - l.created_at) * 1000)::float8 AS duration
            FROM (SELECT lead_id, delivered_at FROM sold_leads
                   WHERE delivered_at IS NOT NULL AND sold_at > now() - interval '7 days'
                   ORDER BY sold_at DESC LIMIT 1000) s
            JOIN leads l ON l.id = s.lead_id) newest`;

@Controller()
export class StatisticsController {
  constructor(private readonly dataSource: DataSource) {}

  /** Covers the newest 1,000 delivered leads of the last 7 days. */
  @HandleCommand(getLeadStatistics)
  async get(): Promise<LeadStatistics> {
    const [statistics]: LeadStatistics[] = await this.dataSource.query(SELECT_STATISTICS);
    return statistics ?? { leads: 0, medianMs: null, p95Ms: null };
  }
}
