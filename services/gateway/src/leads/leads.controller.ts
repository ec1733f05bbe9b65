import { CommandClient } from '@desk/bullmq-transport';
import {
  type LeadPage,
  LEADS_PAGE_SIZE,
  type LeadsPage,
  listSoldLeads,
  reportProblem,
  routes,
  updateDisposition,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { BulkReads } from './bulk-reads.js';
import { LeadExportService } from './lead-export.service.js';
import { LeadPageService, toLeadItem } from './lead-page.service.js';

/** An agent's own leads. The session alone decides whose they are. */
@Controller()
export class LeadsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly pages: LeadPageService,
    private readonly exports: LeadExportService,
    private readonly bulkReads: BulkReads,
  ) {}

  @HandleRoute(routes.listLeads)
  async list({ query, user, request }: RouteInput<'listLeads'>): Promise<LeadsPage> {
    const page = Number(query.page ?? 1);
    const { leads, total, any } = await this.commands.send(listSoldLeads, {
      buyerId: user.id,
      search: query.search ?? null,
      days: query.days ?? null,
      page,
      pageSize: LEADS_PAGE_SIZE,
    });
    const ids = leads.map(({ id }) => id);
    await this.bulkReads.admit(routes.listLeads, request, ids);
    const pages = Math.max(1, Math.ceil(total / LEADS_PAGE_SIZE));
    return { leads: leads.map(toLeadItem), total, page, pages, any };
  }

  @HandleRoute(routes.exportLeads)
  async export({ query, user, response }: RouteInput<'exportLeads'>): Promise<void> {
    const filters = { buyerId: user.id, search: query.search ?? null, days: query.days ?? null };
    await this.exports.send(filters, user.timeZone, response);
  }

  @HandleRoute(routes.getLead)
  async get({ params, user, request }: RouteInput<'getLead'>): Promise<LeadPage> {
    const page = await this.pages.get(user.id, params.leadId);
    await this.bulkReads.admit(routes.getLead, request, [params.leadId]);
    return page;
  }

  @HandleRoute(routes.reportProblem)
  reportProblem({ params, body, user }: RouteInput<'reportProblem'>): Promise<RouteAnswer<'reportProblem'>> {
    return this.commands.send(reportProblem, { ...body, buyerId: user.id, leadId: params.leadId });
  }

  @HandleRoute(routes.updateDisposition)
  updateDisposition({
    params,
    body,
    user,
  }: RouteInput<'updateDisposition'>): Promise<RouteAnswer<'updateDisposition'>> {
    return this.commands.send(updateDisposition, { ...body, buyerId: user.id, leadId: params.leadId });
  }
}
