import { CommandClient } from '@desk/bullmq-transport';
import {
  createLeadView,
  deleteLeadView,
  getAgentReport,
  type LeadPage,
  LEADS_PAGE_SIZE,
  type LeadsPage,
  listLeadViews,
  listSoldLeads,
  reportProblem,
  routes,
  setDispositions,
  toDecimal,
  updateDisposition,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { BulkReads } from './bulk-reads.js';
import { LeadExportService } from './lead-export.service.js';
import { LeadPageService, toLeadItem } from './lead-page.service.js';

export const LeadRoutes = forwardRoutes([
  forward(
    'getAgentReport',
    getAgentReport,
    ({ query, user }) => ({ ...query, buyerId: user.id }),
    ({ spentCents, days, ...report }) => ({
      ...report,
      spent: toDecimal(spentCents),
      days: days.map(({ day, leads, spentCents: cents }) => ({ day, leads, spent: toDecimal(cents) })),
    }),
  ),
  forward('reportProblem', reportProblem, ({ params, body, user }) => ({
    ...params,
    ...body,
    buyerId: user.id,
  })),
  forward('updateDisposition', updateDisposition, ({ params, body, user }) => ({
    ...params,
    ...body,
    buyerId: user.id,
  })),
  forward('setDispositions', setDispositions, ({ body, user }) => ({ ...body, buyerId: user.id })),
  forward('listLeadViews', listLeadViews, ({ user }) => ({ buyerId: user.id })),
  forward('createLeadView', createLeadView, ({ body, user }) => ({ ...body, buyerId: user.id })),
  forward('deleteLeadView', deleteLeadView, ({ params, user }) => ({ ...params, buyerId: user.id })),
]);

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
    const { page: pageText = '1', search = null, days = null, ...filters } = query;
    const page = Number(pageText);
    const asked = { ...filters, buyerId: user.id, search, days, page, pageSize: LEADS_PAGE_SIZE };
    const admit = (listed: readonly { readonly id: string }[]) =>
      this.bulkReads.admit(
        routes.listLeads,
        request,
        listed.map(({ id }) => id),
      );
    // An agent's read records the leads as seen. If it may be refused, another read comes first.
    if (await this.bulkReads.mayRefuse(request, LEADS_PAGE_SIZE))
      await admit((await this.commands.send(listSoldLeads, { ...asked, isByAdmin: true })).leads);
    const { leads, total, any } = await this.commands.send(listSoldLeads, asked);
    await admit(leads);
    const pages = Math.max(1, Math.ceil(total / LEADS_PAGE_SIZE));
    return { leads: leads.map(toLeadItem), total, page, pages, any };
  }

  @HandleRoute(routes.exportLeads)
  async export({ query, user, response }: RouteInput<'exportLeads'>): Promise<void> {
    const { search = null, days = null, leadIds, ...filters } = query;
    const selected = leadIds === undefined ? {} : { leadIds: leadIds.split(',') };
    await this.exports.send(
      { ...filters, ...selected, buyerId: user.id, search, days },
      user.timeZone,
      response,
    );
  }

  @HandleRoute(routes.getLead)
  async get({ params, user, request }: RouteInput<'getLead'>): Promise<LeadPage> {
    // Before the read, which records the lead as seen.
    await this.bulkReads.admit(routes.getLead, request, [params.leadId]);
    return this.pages.get(user.id, params.leadId);
  }
}
