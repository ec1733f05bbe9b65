import { PAYMENT_ID_START } from '@desk/contracts';
import { escapeLike } from '@desk/service-kit';

/** The pattern of texts that begin so; `%` and `_` stand for themselves. */
export const startsWith = (prefix: string): string => `${escapeLike(prefix)}%`;

/** Whether an id of a payment may begin so. What nobody's does need not be looked for among them. */
export const mayBeginId = (prefix: string): boolean =>
  prefix.startsWith(PAYMENT_ID_START) || PAYMENT_ID_START.startsWith(prefix);
