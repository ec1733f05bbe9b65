import type { listUsers, getUserNames, RequestOf, ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { UserEntity } from '../database/entities/user.entity.js';
import { toCurrentUser } from './to-current-user.js';
import { UserListsRepository } from './user-lists.repository.js';
import { searchPatterns, userOrders } from './user-search.js';

@Injectable()
export class UserListsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: UserListsRepository,
  ) {}

  async list({
    search,
    sort = 'newest',
    page,
    pageSize,
  }: RequestOf<typeof listUsers>): Promise<ResponseOf<typeof listUsers>> {
    const patterns = searchPatterns(search ?? '');
    const [ids, total] = await Promise.all([
      this.lists.findIds({
        patterns,
        order: userOrders[sort],
        offset: (page - 1) * pageSize,
        limit: pageSize,
      }),
      this.lists.count(patterns),
    ]);
    const found = new Map((await this.findBy(ids)).map((user) => [user.id, user]));
    return {
      users: ids.flatMap((id) => {
        const user = found.get(id);
        return user ? [{ ...toCurrentUser(user), disabled: user.disabledAt !== null }] : [];
      }),
      total,
    };
  }

  find(text: string, limit: number): Promise<string[]> {
    return this.lists.findIds({
      patterns: searchPatterns(text),
      order: userOrders.newest,
      offset: 0,
      limit,
    });
  }

  async name(userIds: readonly string[]): Promise<ResponseOf<typeof getUserNames>['users']> {
    const users = await this.findBy(userIds);
    return users.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));
  }

  private findBy(ids: readonly string[]): Promise<UserEntity[]> {
    return this.dataSource.getRepository(UserEntity).findBy({ id: In([...ids]) });
  }
}
