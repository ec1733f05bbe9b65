import type { CurrentUser } from '@desk/contracts';
import type { UserEntity } from '../database/entities/user.entity.js';

/** The documented current user; what is not there is left out. */
export const toCurrentUser = (user: UserEntity, pendingEmail?: string | null): CurrentUser => ({
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
  ...(pendingEmail ? { pendingEmail } : {}),
});
