import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.routes';

export type ResendProgress = 'in-progress' | 'delivered' | 'failed-again';

export function getResendProgress(lead: AdminLeadPage | undefined, deliveryId: string): ResendProgress {
  const delivery = lead?.offers.flatMap(({ deliveries }) => deliveries).find(({ id }) => id === deliveryId);
  if (delivery?.status === 'sent') return 'delivered';
  return delivery?.status === 'failed' ? 'failed-again' : 'in-progress';
}
