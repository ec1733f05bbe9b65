import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminPayment,
  type AdminRefund,
  listPurchases,
  PAYMENT_ID_START,
  type Refund,
  type RequestOf,
  searchLeadIds,
  searchUserIds,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { readCursor } from '../http/paging.js';
import type { RouteInput } from '../http/handle-route.js';
import { NamesService, type UserName } from '../names/names.service.js';

/** Adds the name of the admin who requested a refund. */
export const toAdminRefund = (
  { requestedBy, ...refund }: Refund,
  names: ReadonlyMap<string, UserName>,
): AdminRefund => ({ ...refund, requestedBy: names.get(requestedBy ?? '') ?? null });

/** The most users, and leads, whose payments a search finds: the newest. A broader search leaves out the others. */
const MAX_MATCHES = 200;

/** The beginning of a provider's payment id. No name starts like this. */
const PAYMENT_ID = new RegExp(`^${PAYMENT_ID_START}\\w*$`);

export type PaymentsQuery = RouteInput<'listPayments'>['query'] & { readonly limit: number };

export interface PaymentsPage {
  readonly payments: AdminPayment[];
  /** Totals of all payments that match the search, not just of this page. */
  readonly total: { readonly count: number; readonly amountCents: number };
}

/** Joins billing's payments with the names that accounts and lead-router know. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  async list({ limit, order, before, user, search: searchText }: PaymentsQuery): Promise<PaymentsPage> {
    const cursor = readCursor(before);
    const search = user === undefined ? (searchText ?? null) : null;
    return this.read({
      limit,
      ...(order === undefined ? {} : { order }),
      ...(cursor ? { before: { purchasedAt: cursor.at, id: cursor.id } } : {}),
      ...(search === null ? {} : { match: await this.findMatches(search) }),
      ...(user === undefined ? {} : { match: onlyOf(user) }),
    });
  }

  /** Returns the newest payments of one user. */
  listOfUser(userId: string, limit: number): Promise<PaymentsPage> {
    return this.read({ limit, match: onlyOf(userId) });
  }

  private async read(request: RequestOf<typeof listPurchases>): Promise<PaymentsPage> {
    const { purchases, total } = await this.commands.send(listPurchases, request);
    const [users, leads] = await Promise.all([
      this.names.users(purchases.flatMap(({ userId, refund }) => [userId, refund?.requestedBy ?? null])),
      this.names.leads(purchases.map(({ leadId }) => leadId)),
    ]);
    const toLead = (id: string): AdminPayment['lead'] => {
      const lead = leads.get(id);
      return lead ? { id, ...lead } : null;
    };
    const payments = purchases.map((purchase) => ({
      id: purchase.id,
      amount: purchase.amount,
      purchasedAt: purchase.purchasedAt,
      status: purchase.status,
      stripePaymentIntentId: purchase.stripePaymentIntentId,
      user: users.get(purchase.userId) ?? null,
      lead: toLead(purchase.leadId),
      refund: purchase.refund ? toAdminRefund(purchase.refund, users) : null,
    }));
    return { payments, total };
  }

  private async findMatches(search: string): Promise<RequestOf<typeof listPurchases>['match']> {
    if (PAYMENT_ID.test(search)) return { userIds: [], leadIds: [], intentPrefix: search };
    const request = { text: search, limit: MAX_MATCHES };
    const [{ userIds }, { leadIds }] = await Promise.all([
      this.commands.send(searchUserIds, request),
      this.commands.send(searchLeadIds, request),
    ]);
    return { userIds, leadIds, intentPrefix: search };
  }
}

/** Matches the payments of one user only: no payment id starts with the id of a user. */
const onlyOf = (userId: string) => ({ userIds: [userId], leadIds: [], intentPrefix: userId });
