import { hasConfirmedEmail } from '../users/email-state.js';
import type { UserEntity } from '../users/user.entity.js';

type Account = Pick<UserEntity, 'emailConfirmedAt' | 'emailBouncedAt' | 'stripePaymentMethodId'>;

/**
 * Whether a reset link is not enough. Mail to the confirmed address came back, so the mailbox may be a stranger's by now,
 * and an account with a card holds leads and can be charged. Before it was ever confirmed, the card proves nothing: anybody
 * can enter somebody's address and a card of their own.
 */
export const needsCardDigits = (account: Account): boolean =>
  account.stripePaymentMethodId !== null && account.emailConfirmedAt !== null && !hasConfirmedEmail(account);
