import type { AdminLeadPage } from '@desk/contracts/leads/lead-ledger.http';

export type ResentState = 'under-way' | 'delivered' | 'failed-again';

/** What has become of a delivery that was queued again; under way as long as nothing else is known. */
export function resentState(lead: AdminLeadPage | undefined, deliveryId: string): ResentState {
  const found = lead?.offers.flatMap(({ deliveries }) => deliveries).find(({ id }) => id === deliveryId);
  if (found?.status === 'sent') return 'delivered';
  return found?.status === 'failed' ? 'failed-again' : 'under-way';
}
