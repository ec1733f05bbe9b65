import type { DeliveryState } from '@desk/contracts';

/** Only an admin's resend leads from `failed` back to `queued`. */
const nextStates: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  queued: ['sent', 'failed'],
  failed: ['queued'],
  sent: [],
};

export const canTransition = (from: DeliveryState, to: DeliveryState): boolean =>
  nextStates[from].includes(to);
