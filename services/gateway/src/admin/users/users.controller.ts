import { CommandClient } from '@desk/bullmq-transport';
import { listUsers, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../../http/handle-route.js';
import { readSearch } from '../../http/search.js';
import { withNewFields } from '../../http/with-new-fields.js';
import { readPage, setTotal } from '../paging.js';

@Controller()
export class AdminUsersController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.listUsers)
  async list({ query, user, response }: RouteInput<'listUsers'>): Promise<RouteAnswer<'listUsers'>> {
    const page = readPage(query);
    const search = readSearch(query.search);
    const sort = query.sort === undefined ? {} : { sort: query.sort };
    const { users, total } = await withNewFields({ actorId: user.id }, (actor) =>
      this.commands.send(listUsers, { ...page, ...actor, search, ...sort }),
    );
    setTotal(response, total, page);
    return users;
  }
}
