import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminPayment,
  findLeads,
  listPurchases,
  listUsers,
  nameLeads,
  nameUsers,
  type RequestOf,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';

/** People or leads that a search may mean; whoever has more hits than that must ask for less. */
const MEANT_AT_MOST = 200;

export interface PaymentsPage {
  readonly payments: AdminPayment[];
  /** Over all that fit the search. */
  readonly total: { readonly count: number; readonly amountCents: number };
}

/** Billing knows the payments, accounts and lead-router the names; none knows the others'. */
@Injectable()
export class PaymentsService {
  constructor(private readonly commands: CommandClient) {}

  /** `before`: `<purchasedAt>,<id>` of the last payment of the page before. */
  async list(limit: number, before: string | undefined, search: string | undefined): Promise<PaymentsPage> {
    const [purchasedAt = '', id = ''] = before?.split(',') ?? [];
    const { purchases, total } = await this.commands.send(listPurchases, {
      limit,
      ...(before === undefined ? {} : { before: { purchasedAt, id } }),
      ...(search === undefined || search === '' ? {} : { match: await this.meaningOf(search) }),
    });
    const [{ users }, { leads }] = await Promise.all([
      this.commands.send(nameUsers, { userIds: [...new Set(purchases.map(({ userId }) => userId))] }),
      this.commands.send(nameLeads, { leadIds: [...new Set(purchases.map(({ leadId }) => leadId))] }),
    ]);
    const userNames = new Map(users.map(({ id: userId, ...name }) => [userId, name]));
    const leadNames = new Map(leads.map(({ leadId, fullName }) => [leadId, { fullName }]));
    const payments = purchases.map((purchase) => ({
      id: purchase.id,
      amount: purchase.amount,
      purchasedAt: purchase.purchasedAt,
      status: purchase.status,
      stripePaymentIntentId: purchase.stripePaymentIntentId,
      user: userNames.get(purchase.userId) ?? null,
      lead: leadNames.get(purchase.leadId) ?? null,
    }));
    return { payments, total };
  }

  private async meaningOf(search: string): Promise<RequestOf<typeof listPurchases>['match']> {
    const [{ users }, { leadIds }] = await Promise.all([
      this.commands.send(listUsers, { search, page: 1, pageSize: MEANT_AT_MOST }),
      this.commands.send(findLeads, { text: search, limit: MEANT_AT_MOST }),
    ]);
    return { userIds: users.map(({ id }) => id), leadIds, intentPrefix: search };
  }
}
