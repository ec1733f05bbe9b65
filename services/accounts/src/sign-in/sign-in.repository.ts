import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UserEntity } from '../database/entities/user.entity.js';

/** The user of an address, with all that the answer to a sign-in says. */
export type Found = UserEntity & { readonly pendingEmail: string | null };

/** Plain statements: a sign-in waits for each of them. */
@Injectable()
export class SignInRepository {
  private readonly find: string;

  constructor(private readonly dataSource: DataSource) {
    const columns = dataSource
      .getMetadata(UserEntity)
      .columns.map(({ databaseName, propertyName }) => `u.${databaseName} AS "${propertyName}"`);
    this.find = `
      SELECT ${columns.join(', ')},
             (SELECT new_email FROM email_changes c
               WHERE c.user_id = u.id AND c.used_at IS NULL AND c.expires_at > now()
               ORDER BY c.created_at DESC LIMIT 1) AS "pendingEmail"
        FROM (VALUES ($1::text)) AS asked (email) LEFT JOIN users u ON u.email = asked.email`;
  }

  /** One row comes whether or not somebody has the address, so that both take the same time. */
  async byEmail(email: string): Promise<Found | undefined> {
    const [row] = await this.dataSource.query<[Found | Record<keyof Found, null>]>(this.find, [email]);
    return row.id === null ? undefined : row;
  }

  /** Whether the account may still be used with this password. It stays so until the end of the transaction. */
  async holds(tx: Tx, { id, password }: Found): Promise<boolean> {
    const held = await tx.query(
      'SELECT 1 FROM users WHERE id = $1 AND password = $2 AND disabled_at IS NULL FOR SHARE',
      [id, password],
    );
    return held.length > 0;
  }
}
