import { CommandClient } from '@desk/bullmq-transport';
import { type AdminLeadPage, type AdminLeads, listLeads, parseCampaign, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { readCursor, toCursor } from '../http/paging.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';
import { LeadTimelineService } from './lead-timeline.service.js';

const PAGE_SIZE = 50;

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
    const { status, search, user, funnel, campaign, order, after, ...filters } = query;
    const cursor = readCursor(after);
    const { leads, total, next } = await this.commands.send(listLeads, {
      ...filters,
      status: status ?? null,
      search: search ?? null,
      ...(funnel === undefined ? {} : { funnelId: funnel }),
      ...(campaign === undefined ? {} : { campaign: parseCampaign(campaign) }),
      ...(user === undefined ? {} : { buyerId: user }),
      order: order ?? 'newest',
      after: cursor && { receivedAt: cursor.at, id: cursor.id },
      limit: PAGE_SIZE,
    });
    const names = await this.names.users(leads.map(({ buyerId }) => buyerId));
    return {
      leads: leads.map(({ buyerId, ...lead }) => ({ ...lead, buyer: names.get(buyerId ?? '') ?? null })),
      total,
      next: next && toCursor(next.receivedAt, next.id),
    };
  }

  @HandleRoute(routes.getLeadTimeline)
  getTimeline({ params }: RouteInput<'getLeadTimeline'>): Promise<AdminLeadPage> {
    return this.timelines.get(params.leadId);
  }
}
