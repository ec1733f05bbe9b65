import { type AdminLeadPage, type AdminLeads, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../../http/handle-route.js';
import { LeadHistoryService } from './lead-history.service.js';
import { LeadTimelineService } from './lead-timeline.service.js';

@Controller()
export class AdminLeadHistoryController {
  constructor(
    private readonly history: LeadHistoryService,
    private readonly timelines: LeadTimelineService,
  ) {}

  @HandleRoute(routes.listLeadHistory)
  list({ query }: RouteInput<'listLeadHistory'>): Promise<AdminLeads> {
    return this.history.list(query);
  }

  @HandleRoute(routes.getLeadTimeline)
  getTimeline({ params }: RouteInput<'getLeadTimeline'>): Promise<AdminLeadPage> {
    return this.timelines.get(params.leadId);
  }
}
