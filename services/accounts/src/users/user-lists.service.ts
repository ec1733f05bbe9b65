import type { listUsers, getUserNames, RequestOf, ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { toCurrentUser } from './current-user.js';
import { UserListRepository } from './user-list.repository.js';
import { toSearchPatterns, userOrders } from './user-search.js';

@Injectable()
export class UserListsService {
  constructor(private readonly lists: UserListRepository) {}

  async list({
    search,
    sort = 'newest',
    page,
    pageSize,
  }: RequestOf<typeof listUsers>): Promise<ResponseOf<typeof listUsers>> {
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

  /** Returns the newest matches. */
  searchIds(text: string, limit: number): Promise<string[]> {
    return this.lists.findIds({
      patterns: toSearchPatterns(text),
      order: userOrders.newest,
      offset: 0,
      limit,
    });
  }

  async getNames(userIds: readonly string[]): Promise<ResponseOf<typeof getUserNames>['users']> {
    const users = await this.lists.findByIds(userIds);
    return users.map(({ id, firstName, lastName, companyName, timeZone }) => ({
      ...{ id, firstName, lastName },
      ...{ companyName, timeZone },
    }));
  }
}
