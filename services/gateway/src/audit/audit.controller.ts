import { CommandClient } from '@desk/bullmq-transport';
import { listAudit, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';
import { linkNextPage, readPage } from '../http/paging.js';

@Controller()
export class AdminAuditController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  @HandleRoute(routes.listAuditEvents)
  async list({
    query,
    user,
    response,
  }: RouteInput<'listAuditEvents'>): Promise<RouteAnswer<'listAuditEvents'>> {
    const { pageSize } = readPage(query);
    const { userId = null, before = null } = query;
    const request = { userId, before, pageSize, actorId: user.id };
    const { events, next } = await this.commands.send(listAudit, request);
    if (next !== null) linkNextPage(response, { before: next, pageSize: String(pageSize) });
    const names = await this.names.users(events.map(({ actorId }) => actorId));
    return events.map((event) => ({ ...event, actor: names.get(event.actorId ?? '') ?? null }));
  }
}
