import { defineTransitions, type DeliveryState } from '@desk/contracts';

export const deliveryTransitions = defineTransitions<DeliveryState>('delivery', {
  queued: ['sent', 'failed'],
  // Only an admin's resend leads back to `queued`.
  failed: ['queued'],
  sent: [],
});
