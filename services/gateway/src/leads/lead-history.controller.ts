import { CommandClient } from '@desk/bullmq-transport';
import { type AdminLeadPage, type AdminLeads, getMarketReport, listLeads, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { readCursor, toCursor } from '../http/paging.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';
import { LeadTimelineService } from './lead-timeline.service.js';

const PAGE_SIZE = 50;

export const MarketReportRoutes = forwardRoutes([
  forward('getMarketReport', getMarketReport, ({ query }) => query),
]);

/** The admin's list of all leads, and what happened to each. */
@Controller()
export class AdminLeadHistoryController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
    private readonly timelines: LeadTimelineService,
  ) {}

  @HandleRoute(routes.listLeadHistory)
  async list({ query }: RouteInput<'listLeadHistory'>): Promise<AdminLeads> {
    const { status, search, user, order, after } = query;
    const cursor = readCursor(after);
    const { leads, next } = await this.commands.send(listLeads, {
      status: status ?? null,
      search: search ?? null,
      ...(user === undefined ? {} : { buyerId: user }),
      order: order ?? 'newest',
      after: cursor && { receivedAt: cursor.at, id: cursor.id },
      limit: PAGE_SIZE,
    });
    const names = await this.names.users(leads.map(({ buyerId }) => buyerId));
    return {
      leads: leads.map(({ buyerId, ...lead }) => ({ ...lead, buyer: names.get(buyerId ?? '') ?? null })),
      next: next && toCursor(next.receivedAt, next.id),
    };
  }

  @HandleRoute(routes.getLeadTimeline)
  getTimeline({ params }: RouteInput<'getLeadTimeline'>): Promise<AdminLeadPage> {
    return this.timelines.get(params.leadId);
  }
}
