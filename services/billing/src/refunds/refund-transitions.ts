import { defineTransitions, type RefundState } from '@desk/contracts';

/**
 * Answers of the provider arrive in any order. None of these moves can be undone, so an older answer changes nothing.
 */
export const refundTransitions = defineTransitions<RefundState>('refund', {
  requested: ['pending', 'succeeded', 'failed', 'canceled'],
  pending: ['succeeded', 'failed', 'canceled'],
  // The card's bank can return the money days later.
  succeeded: ['failed', 'canceled'],
  failed: [],
  canceled: [],
});

/** Whether the money may still be on its way, so that the provider is asked again. */
export const isOpen = (state: RefundState): boolean => state === 'requested' || state === 'pending';

const STATES: ReadonlyMap<string, RefundState> = new Map([
  ['pending', 'pending'],
  // Only for payment methods other than cards; the customer must act.
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
]);

/** Returns our state for the provider's. One that we do not know keeps the refund pending, so that it is read again. */
export const toRefundState = (providerStatus: string): RefundState => STATES.get(providerStatus) ?? 'pending';
