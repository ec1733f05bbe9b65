import { HandleCommand } from '@desk/bullmq-transport';
import { getUserNames, listUsers, type RequestOf, searchUserIds } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { AdminAccess } from '../credentials/admin-access.js';
import { toCurrentUser } from './current-user.js';
import { UserListRepository } from './user-list.repository.js';
import { toSearchPatterns, userOrders } from './user-search.js';

@Controller()
export class UserListsController {
  constructor(
    private readonly lists: UserListRepository,
    private readonly adminAccess: AdminAccess,
  ) {}

  @HandleCommand(listUsers)
  async list({ actorId, search, sort = 'newest', page, pageSize }: RequestOf<typeof listUsers>) {
    await this.adminAccess.assertAllowed(actorId);
    const patterns = toSearchPatterns(search ?? '');
    const [ids, total] = await Promise.all([
      this.lists.findIds({
        patterns,
        order: userOrders[sort],
        offset: (page - 1) * pageSize,
        limit: pageSize,
      }),
      this.lists.count(patterns),
    ]);
    const usersById = new Map((await this.lists.findByIds(ids)).map((user) => [user.id, user]));
    return {
      users: ids.flatMap((id) => {
        const user = usersById.get(id);
        return user ? [{ ...toCurrentUser(user), disabled: user.disabledAt !== null }] : [];
      }),
      total,
    };
  }

  @HandleCommand(searchUserIds)
  async searchIds({ text, limit }: RequestOf<typeof searchUserIds>) {
    const patterns = toSearchPatterns(text);
    return { userIds: await this.lists.findIds({ patterns, order: userOrders.newest, offset: 0, limit }) };
  }

  @HandleCommand(getUserNames)
  async getNames({ userIds }: RequestOf<typeof getUserNames>) {
    const users = await this.lists.findByIds(userIds);
    return {
      users: users.map(({ id, firstName, lastName, companyName, timeZone }) => ({
        ...{ id, firstName, lastName, companyName, timeZone },
      })),
    };
  }
}
