import { HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  exportSoldLeads,
  getSoldLead,
  listSoldLeads,
  type RequestOf,
  withholdLead,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ProblemReportRepository, toAgentReport } from '../problem-reports/problem-report.repository.js';
import { SeenLeadsService } from './seen-leads.service.js';
import { SoldLeadRepository } from './sold-lead.repository.js';
import { SoldLeadSearchRepository } from './sold-lead-search.repository.js';

/** The leads a buyer has bought, newest first. */
@Controller()
export class SoldLeadsController {
  constructor(
    private readonly soldLeads: SoldLeadRepository,
    private readonly soldLeadSearch: SoldLeadSearchRepository,
    private readonly seenLeads: SeenLeadsService,
    private readonly reports: ProblemReportRepository,
  ) {}

  @HandleCommand(listSoldLeads)
  async list({ page, pageSize, isByAdmin = false, ...filters }: RequestOf<typeof listSoldLeads>) {
    const { total, any, ids } = await this.soldLeadSearch.findPage(filters, pageSize, (page - 1) * pageSize);
    return { leads: await this.soldLeads.getByIds(ids, isByAdmin ? 'admin' : this.seenLeads), total, any };
  }

  @HandleCommand(exportSoldLeads)
  async export({ after, limit, ...filters }: RequestOf<typeof exportSoldLeads>) {
    const cursor = after && { at: after.soldAt, id: after.leadId };
    const ids = await this.soldLeadSearch.findIdsAfter(filters, cursor, limit + 1);
    const leads = await this.soldLeads.getWithNotes(ids.slice(0, limit), this.seenLeads);
    const last = leads.at(-1);
    return { leads, next: ids.length > limit && last ? { soldAt: last.soldAt, leadId: last.id } : null };
  }

  /** @throws LEAD_NOT_FOUND for leads of other buyers too */
  @HandleCommand(getSoldLead)
  async get({ buyerId, leadId }: RequestOf<typeof getSoldLead>) {
    const lead = await this.soldLeads.findOfBuyer(buyerId, leadId, this.seenLeads);
    if (!lead) throw new DomainError('LEAD_NOT_FOUND');
    const reports = await this.reports.listOfLead(leadId, buyerId);
    return { ...lead, problemReports: reports.map(toAgentReport) };
  }

  @HandleCommand(withholdLead)
  async withhold(lead: RequestOf<typeof withholdLead>) {
    return { isWithheld: await this.seenLeads.withhold(lead) };
  }
}
