import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminLeadPage,
  type AdminOffer,
  type Delivery,
  getLead,
  listDeliveriesOfLead,
  listPurchasesOfLead,
  type Offer,
  type Purchase,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { OptionalQuery } from '../http/optional-query.js';
import { NamesService, type UserName } from '../names/names.service.js';
import { toAdminRefund } from '../billing/payments.service.js';

interface OfferContext {
  readonly names: ReadonlyMap<string, UserName>;
  readonly purchases: readonly Purchase[];
  readonly deliveries: readonly Delivery[];
}

/** Adds an offer's charge and deliveries. Deliveries belong to the charged offer alone. */
const toAdminOffer = (
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
  return { ...purchase, refunds: purchase.refunds.map((refund) => toAdminRefund(refund, names)) };
}

/** Every event of one lead, joined from lead-router, billing and notifier. */
@Injectable()
export class LeadTimelineService {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
    private readonly optional: OptionalQuery,
  ) {}

  /** Names billing and notifier as unavailable if the charges or the deliveries could not be read. */
  async get(leadId: string): Promise<AdminLeadPage> {
    const anyBuyer = { leadId, buyerId: null };
    const [{ buyerId, offers, decisions, ...lead }, charged, delivered] = await Promise.all([
      this.commands.send(getLead, { leadId }),
      this.optional.fetch(listPurchasesOfLead, anyBuyer),
      this.optional.fetch(listDeliveriesOfLead, anyBuyer),
    ]);
    const [purchases, deliveries] = [charged?.purchases ?? [], delivered?.deliveries ?? []];
    const names = await this.names.users([
      buyerId,
      ...offers.map((offer) => offer.buyerId),
      ...decisions.flatMap((decision) => [decision.actorId, decision.buyerId]),
      ...purchases.flatMap(({ refunds }) => refunds.map(({ requestedBy }) => requestedBy)),
    ]);
    return {
      ...lead,
      unavailable: [
        ...(charged === null ? (['billing'] as const) : []),
        ...(delivered === null ? (['notifier'] as const) : []),
      ],
      buyer: names.get(buyerId ?? '') ?? null,
      offers: offers.map((offer) => toAdminOffer(offer, { names, purchases, deliveries })),
      decisions: decisions.map(({ actorId, buyerId: chosenId, ...decision }) => ({
        ...decision,
        admin: names.get(actorId) ?? null,
        buyer: names.get(chosenId ?? '') ?? null,
      })),
    };
  }
}
