import type { AdminOffer, Delivery, Offer, Purchase } from '@desk/contracts';
import type { UserName } from './names.service.js';

export interface Known {
  readonly names: ReadonlyMap<string, UserName>;
  readonly purchases: readonly Purchase[];
  readonly deliveries: readonly Delivery[];
}

/** An offer with what came of it. Only a charged one was delivered, and to its own buyer. */
export const toOffer = (
  { buyerId, ...offer }: Offer,
  { names, purchases, deliveries }: Known,
): AdminOffer => ({
  ...offer,
  buyer: names.get(buyerId) ?? null,
  purchase: purchases.find(({ offerId }) => offerId === offer.id) ?? null,
  deliveries: offer.status === 'charged' ? deliveries.filter((delivery) => delivery.buyerId === buyerId) : [],
});
