import { HandleCommand } from '@desk/bullmq-transport';
import {
  countMatchingLeads,
  getFilters,
  getLeadReport,
  type LeadReport,
  type RequestOf,
  type ResponseOf,
  setFilters,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { FiltersService } from './filters.service.js';
import { LeadReportRepository } from './lead-report.repository.js';
import { MatchCountsService } from '../matching/match-counts.service.js';

@Controller()
export class FiltersController {
  constructor(
    private readonly filters: FiltersService,
    private readonly matchCounts: MatchCountsService,
    private readonly reports: LeadReportRepository,
  ) {}

  @HandleCommand(getFilters)
  get({ buyerId }: RequestOf<typeof getFilters>): Promise<ResponseOf<typeof getFilters>> {
    return this.filters.get(buyerId);
  }

  @HandleCommand(setFilters)
  set(request: RequestOf<typeof setFilters>): Promise<ResponseOf<typeof setFilters>> {
    return this.filters.set(request);
  }

  @HandleCommand(countMatchingLeads)
  count(lists: RequestOf<typeof countMatchingLeads>): Promise<ResponseOf<typeof countMatchingLeads>> {
    return this.matchCounts.count(lists);
  }

  @HandleCommand(getLeadReport)
  report({ buyerId }: RequestOf<typeof getLeadReport>): Promise<LeadReport> {
    return this.reports.get(buyerId);
  }
}
