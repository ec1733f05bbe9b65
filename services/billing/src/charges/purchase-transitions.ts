import { defineTransitions, type PurchaseState } from '@desk/contracts';

export const purchaseTransitions = defineTransitions<PurchaseState>('purchase', {
  pending: ['unknown', 'succeeded', 'failed'],
  // May follow itself: each inconclusive attempt to resolve the charge records it again.
  unknown: ['unknown', 'succeeded', 'failed'],
  succeeded: ['refunded'],
  failed: [],
  // A refund can fail after it succeeded, and a lost dispute can be reversed.
  refunded: ['succeeded'],
});

/** Whether the outcome of the charge is known, so that nothing more is sent for it. */
export const hasOutcome = (state: PurchaseState): boolean => state !== 'pending' && state !== 'unknown';
