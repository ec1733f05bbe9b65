import type { listUsers, nameUsers, RequestOf, ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { UserEntity } from '../database/entities/user.entity.js';
import { toCurrentUser } from './to-current-user.js';

/** `%` and `_` are looked for as they are. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

@Injectable()
export class UserListsService {
  constructor(private readonly dataSource: DataSource) {}

  async list({ search, page, pageSize }: RequestOf<typeof listUsers>): Promise<ResponseOf<typeof listUsers>> {
    const query = this.dataSource.getRepository(UserEntity).createQueryBuilder('u');
    for (const [index, word] of (search ?? '').trim().split(/\s+/).filter(Boolean).entries())
      query.andWhere(
        `concat_ws(' ', u.first_name, u.last_name, u.email, u.phone, u.company_name) ILIKE :word${index}`,
        { [`word${index}`]: `%${escapeLike(word)}%` },
      );
    const [users, total] = await query
      .orderBy('u.createdAt', 'DESC')
      .addOrderBy('u.id', 'DESC')
      .take(pageSize)
      .skip((page - 1) * pageSize)
      .getManyAndCount();
    return {
      users: users.map((user) => ({ ...toCurrentUser(user), disabled: user.disabledAt !== null })),
      total,
    };
  }

  async name(userIds: readonly string[]): Promise<ResponseOf<typeof nameUsers>['users']> {
    const users = await this.dataSource.getRepository(UserEntity).findBy({ id: In([...userIds]) });
    return users.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));
  }
}
