import { defineTransitions, type RefundState } from '@desk/contracts';

/** The provider's answers arrive in any order. No transition leads back to an earlier state, so a late answer changes nothing. */
export const refundTransitions = defineTransitions<RefundState>('refund', {
  requested: ['pending', 'succeeded', 'failed', 'canceled'],
  pending: ['succeeded', 'failed', 'canceled'],
  // The card's bank can return the money days later.
  succeeded: ['failed', 'canceled'],
  failed: [],
  canceled: [],
});

/** Whether the outcome is still unknown, so that the refund must be read from the provider again. */
export const isOpen = (state: RefundState): boolean => state === 'requested' || state === 'pending';

const STATES: ReadonlyMap<string, RefundState> = new Map([
  ['pending', 'pending'],
  // Only for payment methods other than cards; the customer must act.
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
]);

/** Returns our state for the provider's. An unknown one counts as pending, so that the refund is read again. */
export const toRefundState = (providerStatus: string): RefundState => STATES.get(providerStatus) ?? 'pending';
