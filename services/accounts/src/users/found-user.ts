import type { DataSource } from 'typeorm';
import { UserEntity } from '../database/entities/user.entity.js';

/** A user with all that the documented current user says. */
export type FoundUser = UserEntity & { readonly pendingEmail: string | null };

/** The address that a user has asked for and not confirmed yet; null when there is none. */
export const pendingEmailSql = (userId: string): string => `
  (SELECT new_email FROM email_changes c
    WHERE c.user_id = ${userId} AND c.used_at IS NULL AND c.expires_at > now()
    ORDER BY c.created_at DESC LIMIT 1)`;

/** What a plain statement selects from `users u` to get a `FoundUser`. */
export const foundUserColumns = (dataSource: DataSource): string =>
  [
    ...dataSource
      .getMetadata(UserEntity)
      .columns.map(({ databaseName, propertyName }) => `u.${databaseName} AS "${propertyName}"`),
    `${pendingEmailSql('u.id')} AS "pendingEmail"`,
  ].join(', ');
