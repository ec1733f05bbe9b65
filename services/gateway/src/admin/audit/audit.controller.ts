import { CommandClient } from '@desk/bullmq-transport';
import { listAudit, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../../http/handle-route.js';
import { withNewFields } from '../../http/with-new-fields.js';
import { NamesService } from '../../names/names.service.js';
import { readPage, setTotal } from '../paging.js';

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
    const page = readPage(query);
    const { events, total } = await withNewFields({ actorId: user.id }, (actor) =>
      this.commands.send(listAudit, { ...page, ...actor, userId: query.userId ?? null }),
    );
    setTotal(response, total, page);
    const names = await this.names.users(events.map(({ actorId }) => actorId));
    return events.map((event) => ({ ...event, actor: names.get(event.actorId ?? '') ?? null }));
  }
}
