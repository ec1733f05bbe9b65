import type { CurrentUser } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { UserEntity } from '../database/entities/user.entity.js';
import { toCurrentUser } from './to-current-user.js';

@Injectable()
export class CurrentUserService {
  constructor(private readonly dataSource: DataSource) {}

  async of(user: UserEntity): Promise<CurrentUser> {
    const pending: { email: string }[] = await this.dataSource.query(
      `SELECT new_email AS email FROM email_changes
        WHERE user_id = $1 AND used_at IS NULL AND expires_at > now() ORDER BY created_at DESC LIMIT 1`,
      [user.id],
    );
    return toCurrentUser(user, pending[0]?.email);
  }
}
