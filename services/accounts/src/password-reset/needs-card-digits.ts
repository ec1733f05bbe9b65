import { hasConfirmedEmail } from '../users/email-state.js';
import type { UserEntity } from '../users/user.entity.js';

type Account = Pick<UserEntity, 'emailConfirmedAt' | 'emailBouncedAt' | 'stripePaymentMethodId'>;

/**
 * Whether a reset link is not enough. It may have gone to a stranger's mailbox, and an account with a card holds leads
 * and can be charged.
 */
export const needsCardDigits = (account: Account): boolean =>
  account.stripePaymentMethodId !== null && !hasConfirmedEmail(account);
