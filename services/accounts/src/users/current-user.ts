import type { CurrentUser } from '@desk/contracts';
import type { DataSource } from 'typeorm';
import { hasConfirmedEmail } from './email.js';
import { UserEntity } from './user.entity.js';

/** A user with what `toCurrentUser` needs. */
export type CurrentUserRow = UserEntity & {
  /** A new email address that the user has not confirmed yet. */
  readonly pendingEmail: string | null;
};

/** Returns the select list that reads a `CurrentUserRow` from `users u`, for statements that TypeORM cannot build. */
export const currentUserColumns = (dataSource: DataSource): string =>
  [
    ...dataSource
      .getMetadata(UserEntity)
      .columns.map(({ databaseName, propertyName }) => `u.${databaseName} AS "${propertyName}"`),
    `(SELECT new_email FROM email_changes c
       WHERE c.user_id = u.id AND c.used_at IS NULL AND c.expires_at > now()
       ORDER BY c.created_at DESC LIMIT 1) AS "pendingEmail"`,
  ].join(', ');

const toEmailConfirmation = (user: UserEntity): NonNullable<CurrentUser['emailConfirmation']> => ({
  confirmBy: user.emailConfirmBy.toISOString(),
  hasBounced: user.emailBouncedAt !== null,
});

/** Leaves out optional fields that have no value. */
export const toCurrentUser = (user: UserEntity, pendingEmail: string | null = null): CurrentUser => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  phone: user.phone,
  companyName: user.companyName,
  isAdmin: user.isAdmin,
  serviceEnabled: user.serviceEnabled,
  dailyLeadLimit: user.dailyLeadLimit,
  timeZone: user.timeZone,
  createdAt: user.createdAt.toISOString(),
  ...(user.stripePaymentMethodId === null ? {} : { stripePaymentMethodId: user.stripePaymentMethodId }),
  ...(pendingEmail === null ? {} : { pendingEmail }),
  ...(hasConfirmedEmail(user) ? {} : { emailConfirmation: toEmailConfirmation(user) }),
});
