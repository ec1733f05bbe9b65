import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminLeadPage,
  type AdminLeads,
  type AdminOffer,
  type Delivery,
  getLead,
  listDeliveriesOfLead,
  listLeads,
  listPurchasesOfLead,
  type Offer,
  parseCampaign,
  type Purchase,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { toAdminRefund } from '../billing/payments.service.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { OptionalQuery } from '../http/optional-query.js';
import { readCursor, toCursor } from '../http/paging.js';
import { NamesService, type UserName } from '../names/names.service.js';

const PAGE_SIZE = 50;

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

/** The admin's list of all leads, and what happened to each. */
@Controller()
export class AdminLeadHistoryController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
    private readonly optional: OptionalQuery,
  ) {}

  @HandleRoute(routes.listLeadHistory)
  async list({ query }: RouteInput<'listLeadHistory'>): Promise<AdminLeads> {
    const { status, search, user, funnel, campaign, order, after, ...filters } = query;
    const { leads, total, next } = await this.commands.send(listLeads, {
      ...filters,
      status: status ?? null,
      search: search ?? null,
      ...(funnel === undefined ? {} : { funnelId: funnel }),
      ...(campaign === undefined ? {} : { campaign: parseCampaign(campaign) }),
      ...(user === undefined ? {} : { buyerId: user }),
      order: order ?? 'newest',
      after: readCursor(after, 'receivedAt'),
      limit: PAGE_SIZE,
    });
    const names = await this.names.users(leads.map(({ buyerId }) => buyerId));
    return {
      leads: leads.map(({ buyerId, ...lead }) => ({ ...lead, buyer: names.get(buyerId ?? '') ?? null })),
      total,
      next: next && toCursor(next.receivedAt, next.id),
    };
  }

  /** Names billing and notifier as unavailable if the charges or the deliveries could not be read. */
  @HandleRoute(routes.getLeadTimeline)
  async getTimeline({ params }: RouteInput<'getLeadTimeline'>): Promise<AdminLeadPage> {
    const anyBuyer = { ...params, buyerId: null };
    const [{ buyerId, offers, decisions, ...lead }, charged, delivered] = await Promise.all([
      this.commands.send(getLead, params),
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
