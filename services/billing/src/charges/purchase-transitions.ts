import type { PurchaseState } from '@desk/contracts';

/** `unknown` may follow itself: each inconclusive attempt to resolve the charge records it again. */
const nextStates: Readonly<Record<PurchaseState, readonly PurchaseState[]>> = {
  pending: ['unknown', 'succeeded', 'failed'],
  unknown: ['unknown', 'succeeded', 'failed'],
  succeeded: ['refunded'],
  failed: [],
  refunded: [],
};

/** Whether the outcome of the charge is known, so that nothing more is sent for it. */
export const hasOutcome = (state: PurchaseState): boolean => !nextStates[state].includes('succeeded');

/** Throws if a purchase may not go from `from` to `to`. */
export function assertTransition(from: PurchaseState, to: PurchaseState): void {
  if (!nextStates[from].includes(to)) throw new Error(`a purchase cannot go from ${from} to ${to}`);
}
