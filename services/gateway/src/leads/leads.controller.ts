import { CommandClient } from '@desk/bullmq-transport';
import {
  type AgentRefund,
  createLeadView,
  deleteLeadView,
  getAgentReport,
  getSoldLead,
  type LeadItem,
  type LeadPage,
  LEADS_PAGE_SIZE,
  type LeadsPage,
  listDeliveriesOfLead,
  listLeadViews,
  listPurchasesOfLead,
  listSoldLeads,
  type Refund,
  reportProblem,
  routes,
  setDispositions,
  type SoldLead,
  toDecimal,
  updateDisposition,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { OptionalQuery } from '../http/optional-query.js';
import { BulkReads } from './bulk-reads.js';
import { LeadExportService } from './lead-export.service.js';

export const LeadRoutes = forwardRoutes([
  forward(
    'getAgentReport',
    getAgentReport,
    ({ query, user }) => ({ ...query, buyerId: user.id }),
    ({ spentCents, days, ...report }) => ({
      ...report,
      spent: toDecimal(spentCents),
      days: days.map(({ day, leads, spentCents: cents }) => ({ day, leads, spent: toDecimal(cents) })),
    }),
  ),
  forward('reportProblem', reportProblem, ({ params, body, user }) => ({
    ...params,
    ...body,
    buyerId: user.id,
  })),
  forward('updateDisposition', updateDisposition, ({ params, body, user }) => ({
    ...params,
    ...body,
    buyerId: user.id,
  })),
  forward('setDispositions', setDispositions, ({ body, user }) => ({ ...body, buyerId: user.id })),
  forward('listLeadViews', listLeadViews, ({ user }) => ({ buyerId: user.id })),
  forward('createLeadView', createLeadView, ({ body, user }) => ({ ...body, buyerId: user.id })),
  forward('deleteLeadView', deleteLeadView, ({ params, user }) => ({ ...params, buyerId: user.id })),
]);

/** Converts a lead for the browser, with its price as a decimal. */
const toLeadItem = <L extends Pick<SoldLead, 'amountCents'>>({
  amountCents,
  ...lead
}: L): Omit<L, 'amountCents'> & Pick<LeadItem, 'price'> => ({ ...lead, price: toDecimal(amountCents) });

/** An agent's own leads. The session alone decides whose they are. */
@Controller()
export class LeadsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly optional: OptionalQuery,
    private readonly exports: LeadExportService,
    private readonly bulkReads: BulkReads,
  ) {}

  @HandleRoute(routes.listLeads)
  async list({ query, user, request }: RouteInput<'listLeads'>): Promise<LeadsPage> {
    const { page: pageText = '1', search = null, days = null, ...filters } = query;
    const page = Number(pageText);
    const asked = { ...filters, buyerId: user.id, search, days, page, pageSize: LEADS_PAGE_SIZE };
    const admit = (listed: readonly { readonly id: string }[]) =>
      this.bulkReads.admit(
        routes.listLeads,
        request,
        listed.map(({ id }) => id),
      );
    // An agent's read records the leads as seen. If it may be refused, another read comes first.
    if (await this.bulkReads.mayRefuse(request, LEADS_PAGE_SIZE))
      await admit((await this.commands.send(listSoldLeads, { ...asked, isByAdmin: true })).leads);
    const { leads, total, any } = await this.commands.send(listSoldLeads, asked);
    await admit(leads);
    const pages = Math.max(1, Math.ceil(total / LEADS_PAGE_SIZE));
    return { leads: leads.map(toLeadItem), total, page, pages, any };
  }

  @HandleRoute(routes.exportLeads)
  async export({ query, user, response }: RouteInput<'exportLeads'>): Promise<void> {
    const { search = null, days = null, leadIds, ...filters } = query;
    const selected = leadIds === undefined ? {} : { leadIds: leadIds.split(',') };
    await this.exports.send(
      { ...filters, ...selected, buyerId: user.id, search, days },
      user.timeZone,
      response,
    );
  }

  /** While billing or notifier is unavailable, returns the lead without its charge or deliveries. */
  @HandleRoute(routes.getLead)
  async get({ params: { leadId }, user, request }: RouteInput<'getLead'>): Promise<LeadPage> {
    // Before the read, which records the lead as seen.
    await this.bulkReads.admit(routes.getLead, request, [leadId]);
    const ofBuyer = { buyerId: user.id, leadId };
    const [lead, charged, delivered] = await Promise.all([
      this.commands.send(getSoldLead, ofBuyer),
      this.optional.fetch(listPurchasesOfLead, ofBuyer),
      this.optional.fetch(listDeliveriesOfLead, ofBuyer),
    ]);
    const purchase = charged?.purchases.find(({ offerId }) => offerId === lead.offerId);
    return {
      ...toLeadItem(lead),
      charge: purchase
        ? {
            amount: purchase.amount,
            status: purchase.status,
            purchasedAt: purchase.purchasedAt,
            stripePaymentIntentId: purchase.stripePaymentIntentId,
            refund: toAgentRefund(purchase.refunds),
          }
        : null,
      deliveries: (delivered?.deliveries ?? []).map(
        ({ leadId: _lead, buyerId: _buyer, ...delivery }) => delivery,
      ),
      ...(delivered === null ? { areDeliveriesMissing: true } : {}),
    };
  }
}

/** Returns the last refund that did not fail; null if there is none. */
function toAgentRefund(refunds: readonly Refund[]): AgentRefund | null {
  const last = refunds.findLast(({ status }) => status !== 'failed' && status !== 'canceled');
  if (!last) return null;
  const { amount, status, reason, requestedAt, succeededAt } = last;
  return { amount, status, reason, requestedAt, succeededAt };
}
