import { CommandClient } from '@desk/bullmq-transport';
import { listDeliveriesOfLead, getSoldLead, type LeadPage, listPurchasesOfLead } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { OptionalQuery } from '../http/tolerant-client.js';
import { toLeadItem } from './lead-item.js';

/** One lead with its charge and its deliveries: lead-router, billing and notifier each know a part. */
@Injectable()
export class LeadPageService {
  constructor(
    private readonly commands: CommandClient,
    private readonly beside: OptionalQuery,
  ) {}

  /** Without billing or notifier the lead is shown all the same; only what they know is missing. */
  async of(buyerId: string, leadId: string): Promise<LeadPage> {
    const [lead, charged, delivered] = await Promise.all([
      this.commands.send(getSoldLead, { buyerId, leadId }),
      this.beside.ask(listPurchasesOfLead, { buyerId, leadId }),
      this.beside.ask(listDeliveriesOfLead, { buyerId, leadId }),
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
          }
        : null,
      deliveries: (delivered?.deliveries ?? []).map(
        ({ leadId: _lead, buyerId: _buyer, ...delivery }) => delivery,
      ),
    };
  }
}
