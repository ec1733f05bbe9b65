import { HandleCommand } from '@desk/bullmq-transport';
import {
  countAgentsLeads,
  getMarketReport,
  listEligibleBuyers,
  type MarketReport,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { MarketReportRepository, type Period } from './market-report.repository.js';

/** Reports for admins: outcomes of posts and leads by day, leads by agent, and the buyers eligible now. */
@Controller()
export class MarketReportController {
  constructor(private readonly reports: MarketReportRepository) {}

  @HandleCommand(getMarketReport)
  get(period: Period): Promise<MarketReport> {
    return this.reports.read(period);
  }

  @HandleCommand(countAgentsLeads)
  countAgents(period: Period): Promise<ResponseOf<typeof countAgentsLeads>> {
    return this.reports.countAgents(period);
  }

  @HandleCommand(listEligibleBuyers)
  listEligible(
    request: RequestOf<typeof listEligibleBuyers>,
  ): Promise<ResponseOf<typeof listEligibleBuyers>> {
    return this.reports.listEligibleBuyers(request);
  }
}
