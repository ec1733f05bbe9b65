import { defineTransitions, type DeliveryState } from '@desk/contracts';

export const deliveryTransitions = defineTransitions<DeliveryState>('delivery', {
  queued: ['sent', 'failed'],
  // Only an admin's resend leads back to `queued`, and a provider's late report to `sent`.
  failed: ['queued', 'sent'],
  // The provider accepted it and reported later that it did not arrive.
  sent: ['failed'],
});
