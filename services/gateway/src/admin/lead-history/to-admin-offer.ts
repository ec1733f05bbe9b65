import type { AdminOffer, Delivery, Offer, Purchase } from '@desk/contracts';
import type { UserName } from '../../names/names.service.js';
import { toAdminRefund } from '../payments/to-admin-refund.js';

export interface OfferContext {
  readonly names: ReadonlyMap<string, UserName>;
  readonly purchases: readonly Purchase[];
  readonly deliveries: readonly Delivery[];
}

/** Adds an offer's charge and deliveries. Deliveries belong to the charged offer alone. */
export const toAdminOffer = (
  { buyerId, ...offer }: Offer,
  { names, purchases, deliveries }: OfferContext,
): AdminOffer => ({
  ...offer,
  buyer: names.get(buyerId) ?? null,
  purchase: toAdminPurchase(
    purchases.find(({ offerId }) => offerId === offer.id),
    names,
  ),
  deliveries: offer.status === 'charged' ? deliveries.filter((delivery) => delivery.buyerId === buyerId) : [],
});

function toAdminPurchase(
  purchase: Purchase | undefined,
  names: ReadonlyMap<string, UserName>,
): AdminOffer['purchase'] {
  if (!purchase) return null;
  return { ...purchase, refunds: (purchase.refunds ?? []).map((refund) => toAdminRefund(refund, names)) };
}
