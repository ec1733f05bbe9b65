import { DomainError, errorCatalog, isEmailConfirmed } from '@desk/contracts';
import type { UserEntity } from './user.entity.js';

/** Returns the form in which an email address is stored and compared: one address is one account. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

type EmailState = Pick<UserEntity, 'emailConfirmedAt' | 'emailBouncedAt'>;

export const hasConfirmedEmail = ({ emailConfirmedAt, emailBouncedAt }: EmailState): boolean =>
  isEmailConfirmed({ confirmedAt: emailConfirmedAt, bouncedAt: emailBouncedAt });

export const emailTakenError = (): DomainError =>
  new DomainError('EMAIL_TAKEN', {
    fields: [{ field: 'email', message: errorCatalog.EMAIL_TAKEN.detail }],
  });
