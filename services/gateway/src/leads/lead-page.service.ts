import { CommandClient } from '@desk/bullmq-transport';
import {
  type AgentRefund,
  getSoldLead,
  type LeadItem,
  type LeadPage,
  listDeliveriesOfLead,
  listPurchasesOfLead,
  type Refund,
  type SoldLead,
  toDecimal,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { OptionalQuery } from '../http/optional-query.js';

/** Converts a lead for the browser, with its price as a decimal. */
export const toLeadItem = <L extends Pick<SoldLead, 'amountCents'>>({
  amountCents,
  ...lead
}: L): Omit<L, 'amountCents'> & Pick<LeadItem, 'price'> => ({ ...lead, price: toDecimal(amountCents) });

/** Joins a lead with its charge and its deliveries from lead-router, billing and notifier. */
@Injectable()
export class LeadPageService {
  constructor(
    private readonly commands: CommandClient,
    private readonly optional: OptionalQuery,
  ) {}

  /** While billing or notifier is unavailable, returns the lead without its charge or deliveries. */
  async get(buyerId: string, leadId: string): Promise<LeadPage> {
    const [lead, charged, delivered] = await Promise.all([
      this.commands.send(getSoldLead, { buyerId, leadId }),
      this.optional.fetch(listPurchasesOfLead, { buyerId, leadId }),
      this.optional.fetch(listDeliveriesOfLead, { buyerId, leadId }),
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
