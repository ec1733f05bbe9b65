import type { CurrentUser } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { UserEntity } from '../database/entities/user.entity.js';
import { pendingEmailSql } from './found-user.js';
import { toCurrentUser } from './to-current-user.js';

@Injectable()
export class CurrentUserService {
  constructor(private readonly dataSource: DataSource) {}

  async of(user: UserEntity): Promise<CurrentUser> {
    const [row]: { pendingEmail: string | null }[] = await this.dataSource.query(
      `SELECT ${pendingEmailSql('$1')} AS "pendingEmail"`,
      [user.id],
    );
    return toCurrentUser(user, row?.pendingEmail);
  }
}
