import { CommandClient } from '@desk/bullmq-transport';
import { listAudit, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../../http/handle-route.js';
import { readPage, setTotal } from '../paging.js';

@Controller()
export class AdminAuditController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.listAuditEvents)
  async list({ query, response }: RouteInput<'listAuditEvents'>): Promise<RouteAnswer<'listAuditEvents'>> {
    const page = readPage(query);
    const { events, total } = await this.commands.send(listAudit, { ...page, userId: query.userId ?? null });
    setTotal(response, total, page);
    return events;
  }
}
