import { PAYMENT_ID_START } from '@desk/contracts';
import { escapeLike } from '@desk/service-kit';

export const toPrefixPattern = (prefix: string): string => `${escapeLike(prefix)}%`;

/** Whether any payment id can start with `prefix`. If not, the query can skip the ids. */
export const canStartPaymentId = (prefix: string): boolean =>
  prefix.startsWith(PAYMENT_ID_START) || PAYMENT_ID_START.startsWith(prefix);
