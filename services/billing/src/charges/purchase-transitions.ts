import type { PurchaseState } from '@desk/contracts';

/** `unknown` follows itself: each time the provider is asked in vain. */
const allowed: Readonly<Record<PurchaseState, readonly PurchaseState[]>> = {
  pending: ['unknown', 'succeeded', 'failed'],
  unknown: ['unknown', 'succeeded', 'failed'],
  succeeded: ['refunded'],
  failed: [],
  refunded: [],
};

/** The charge has its outcome: nothing is sent for it any more. */
export const isSettled = (state: PurchaseState): boolean => !allowed[state].includes('succeeded');

/** Answers `to`, or throws when a purchase may not go there. */
export function transition(from: PurchaseState, to: PurchaseState): PurchaseState {
  if (!allowed[from].includes(to)) throw new Error(`a purchase does not go from ${from} to ${to}`);
  return to;
}
