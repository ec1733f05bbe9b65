import type { AdminRefund, Refund } from '@desk/contracts';
import type { UserName } from '../../names/names.service.js';

/** Adds the name of the administrator who requested a refund. */
export const toAdminRefund = (
  { requestedBy, ...refund }: Refund,
  names: ReadonlyMap<string, UserName>,
): AdminRefund => ({ ...refund, requestedBy: names.get(requestedBy ?? '') ?? null });
