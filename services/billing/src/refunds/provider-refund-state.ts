import type { RefundState } from '@desk/contracts';

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
