import { toCents } from '@desk/contracts';
import type { RefundEntity } from './refund.entity.js';

/** Returns the refund with which the whole payment has gone back to the card, or undefined if it has not. */
export function findCompletingRefund(
  amountCents: number,
  refunds: readonly RefundEntity[],
): RefundEntity | undefined {
  let missingCents = amountCents;
  const succeeded = refunds
    .filter(({ status }) => status === 'succeeded')
    .toSorted((a, b) => toTime(a) - toTime(b) || a.id.localeCompare(b.id));
  for (const refund of succeeded) {
    missingCents -= toCents(refund.amount);
    if (missingCents <= 0) return refund;
  }
  return undefined;
}

const toTime = ({ succeededAt }: RefundEntity): number => succeededAt?.getTime() ?? 0;
