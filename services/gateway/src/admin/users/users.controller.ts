import { CommandClient } from '@desk/bullmq-transport';
import { listUsers, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../../http/handle-route.js';
import { readSearch } from '../../http/search.js';
import { readPage, setTotal } from '../paging.js';

@Controller()
export class AdminUsersController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.listUsers)
  async list({ query, response }: RouteInput<'listUsers'>): Promise<RouteAnswer<'listUsers'>> {
    const page = readPage(query);
    const { users, total } = await this.commands.send(listUsers, {
      ...page,
      search: readSearch(query.search),
      ...(query.sort === undefined ? {} : { sort: query.sort }),
    });
    setTotal(response, total, page);
    return users;
  }
}
