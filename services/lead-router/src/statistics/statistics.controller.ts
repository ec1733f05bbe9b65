import { HandleCommand } from '@desk/bullmq-transport';
import { getLeadStatistics, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { LeadStatisticsRepository } from './lead-statistics.repository.js';

@Controller()
export class StatisticsController {
  constructor(private readonly statistics: LeadStatisticsRepository) {}

  @HandleCommand(getLeadStatistics)
  getLeadStatistics(): Promise<ResponseOf<typeof getLeadStatistics>> {
    return this.statistics.get();
  }
}
