import { randomUUID } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import { createIncident, listIncidents, routes, updateIncident } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../../http/handle-route.js';

/** Incidents of the public status page. */
@Controller()
export class AdminIncidentsController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.listIncidents)
  list({ user }: RouteInput<'listIncidents'>): Promise<RouteAnswer<'listIncidents'>> {
    return this.commands.send(listIncidents, { actorId: user.id });
  }

  @HandleRoute(routes.createIncident)
  create({ body, user, caller }: RouteInput<'createIncident'>): Promise<RouteAnswer<'createIncident'>> {
    const ids = { incidentId: randomUUID(), updateId: randomUUID() };
    return this.commands.send(createIncident, { ...ids, ...body, actorId: user.id, caller });
  }

  @HandleRoute(routes.updateIncident)
  update({
    params,
    body,
    user,
    caller,
  }: RouteInput<'updateIncident'>): Promise<RouteAnswer<'updateIncident'>> {
    const ids = { incidentId: params.incidentId, updateId: randomUUID() };
    return this.commands.send(updateIncident, { ...ids, ...body, actorId: user.id, caller });
  }
}
