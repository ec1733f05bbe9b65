import { CommandClient } from '@desk/bullmq-transport';
import {
  type AcceptedLeadAnswer,
  addFunnelKey,
  changeFunnel,
  createFunnel,
  type Funnel,
  type FunnelReport,
  type FunnelWithKey,
  getFunnel,
  getFunnelReport,
  listFunnels,
  type ResponseOf,
  revokeFunnelKey,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../../http/handle-route.js';
import { assertBody, LeadIntake } from '../../ingest/lead-intake.js';

@Controller()
export class AdminFunnelsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly intake: LeadIntake,
  ) {}

  @HandleRoute(routes.listFunnels)
  list(_input: RouteInput<'listFunnels'>): Promise<ResponseOf<typeof listFunnels>> {
    return this.commands.send(listFunnels, {});
  }

  @HandleRoute(routes.getFunnel)
  get({ params }: RouteInput<'getFunnel'>): Promise<Funnel> {
    return this.commands.send(getFunnel, params);
  }

  @HandleRoute(routes.getFunnelReport)
  getReport({ params }: RouteInput<'getFunnelReport'>): Promise<FunnelReport> {
    return this.commands.send(getFunnelReport, params);
  }

  @HandleRoute(routes.createFunnel)
  create({ body, user, caller }: RouteInput<'createFunnel'>): Promise<FunnelWithKey> {
    return this.commands.send(createFunnel, { ...body, actorId: user.id, caller });
  }

  @HandleRoute(routes.changeFunnel)
  change({ params, body, user, caller }: RouteInput<'changeFunnel'>): Promise<Funnel> {
    const { version, ...settings } = body;
    return this.commands.send(changeFunnel, { ...params, settings, version, actorId: user.id, caller });
  }

  @HandleRoute(routes.addFunnelKey)
  addKey({ params, body, user, caller }: RouteInput<'addFunnelKey'>): Promise<FunnelWithKey> {
    return this.commands.send(addFunnelKey, { ...params, ...body, actorId: user.id, caller });
  }

  @HandleRoute(routes.revokeFunnelKey)
  revokeKey({ params, body, user, caller }: RouteInput<'revokeFunnelKey'>): Promise<Funnel> {
    return this.commands.send(revokeFunnelKey, { ...params, ...body, actorId: user.id, caller });
  }

  /** Does what a post in test mode does, whatever the funnel's mode is. */
  @HandleRoute(routes.tryFunnel)
  try({ params, request }: RouteInput<'tryFunnel'>): Promise<AcceptedLeadAnswer> {
    return this.intake.try(params.funnelId, assertBody(request.body));
  }
}
