import { toCents } from '@desk/contracts';
import { isOpen } from './refund-transitions.js';
import type { RefundEntity } from './refund.entity.js';

/** Money that went back to the card, with a refund that succeeded or a dispute that was lost. */
export interface GivenBack {
  readonly id: string;
  readonly amountCents: number;
  readonly at: Date;
}

/** Returns that with which the whole payment has gone back to the card, or undefined if it has not. */
export function findCompleting<T extends GivenBack>(
  amountCents: number,
  givenBack: readonly T[],
): T | undefined {
  let missingCents = amountCents;
  for (const part of givenBack.toSorted((a, b) => Number(a.at) - Number(b.at) || a.id.localeCompare(b.id))) {
    missingCents -= part.amountCents;
    if (missingCents <= 0) return part;
  }
  return undefined;
}

/** Returns what is left to refund when all refunds that are on their way have succeeded. */
export const toMissingCents = (amountCents: number, refunds: readonly RefundEntity[]): number =>
  refunds
    .filter(({ status }) => status === 'succeeded' || isOpen(status))
    .reduce((missing, { amount }) => missing - toCents(amount), amountCents);
