import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminPayment,
  type adminPaymentsQuery,
  searchLeadIds,
  searchUserIds,
  listPurchases,
  PAYMENT_ID_START,
  type RequestOf,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { InferType } from 'yup';
import { readSearch } from '../http/search.js';
import { readCursor } from './cursor.js';
import { NamesService, type UserName } from './names.service.js';

/** People or leads that a search may mean; whoever has more hits than that must ask for less. */
const MEANT_AT_MOST = 200;

/** The provider's, or its beginning. Nobody is called that. */
const PAYMENT_ID = new RegExp(`^${PAYMENT_ID_START}\\w*$`);

export interface PaymentsQuery extends InferType<typeof adminPaymentsQuery> {
  readonly limit: number;
}

export interface PaymentsPage {
  readonly payments: AdminPayment[];
  /** Over all that fit the search. */
  readonly total: { readonly count: number; readonly amountCents: number };
}

/** Billing knows the payments, accounts and lead-router the names; none knows the others'. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  async list({ limit, order, before, search }: PaymentsQuery): Promise<PaymentsPage> {
    const seen = readCursor(before, 'before');
    const meant = readSearch(search);
    const { purchases, total } = await this.commands.send(listPurchases, {
      limit,
      ...(order === undefined ? {} : { order }),
      ...(seen ? { before: { purchasedAt: seen.at, id: seen.id } } : {}),
      ...(meant === null ? {} : { match: await this.meaningOf(meant) }),
    });
    const [users, leads] = await Promise.all([
      this.names.users(purchases.map(({ userId }) => userId)),
      this.names.leads(purchases.map(({ leadId }) => leadId)),
    ]);
    const payments = purchases.map((purchase) => ({
      id: purchase.id,
      amount: purchase.amount,
      purchasedAt: purchase.purchasedAt,
      status: purchase.status,
      stripePaymentIntentId: purchase.stripePaymentIntentId,
      user: withoutId(users.get(purchase.userId)),
      lead: leads.get(purchase.leadId) ?? null,
    }));
    return { payments, total };
  }

  private async meaningOf(search: string): Promise<RequestOf<typeof listPurchases>['match']> {
    if (PAYMENT_ID.test(search)) return { userIds: [], leadIds: [], intentPrefix: search };
    const asked = { text: search, limit: MEANT_AT_MOST };
    const [{ userIds }, { leadIds }] = await Promise.all([
      this.commands.send(searchUserIds, asked),
      this.commands.send(searchLeadIds, asked),
    ]);
    return { userIds, leadIds, intentPrefix: search };
  }
}

const withoutId = (user: UserName | undefined): AdminPayment['user'] =>
  user ? { firstName: user.firstName, lastName: user.lastName } : null;
