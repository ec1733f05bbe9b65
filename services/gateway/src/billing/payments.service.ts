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

/** How many users, and how many leads, a search covers: the newest. */
const MAX_MATCHES = 200;

/** The beginning of a provider's payment id. No name starts like this. */
const PAYMENT_ID = new RegExp(`^${PAYMENT_ID_START}\\w*$`);

export type PaymentsQuery = RouteInput<'listPayments'>['query'] & { readonly limit: number };

export interface PaymentsPage {
  readonly payments: AdminPayment[];
  /** Totals of all payments that match the search, not just of this page. */
  readonly total: { readonly count: number; readonly amountCents: number };
}

interface PaymentSearch extends PaymentsPage {
  /** Whether the search matches more users or leads than it covers, so payments may be missing. */
  readonly isTotalMinimum: boolean;
}

type PaymentMatch = NonNullable<RequestOf<typeof listPurchases>['match']>;

/** Joins billing's payments with the names that accounts and lead-router know. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  async list({ limit, order, before, user, search }: PaymentsQuery): Promise<PaymentSearch> {
    const cursor = readCursor(before, 'purchasedAt');
    const found = user === undefined && search !== undefined ? await this.findMatches(search) : null;
    const match = user === undefined ? found?.match : matchUser(user);
    const page = await this.read({
      limit,
      ...(order === undefined ? {} : { order }),
      ...(cursor ? { before: cursor } : {}),
      ...(match === undefined ? {} : { match }),
    });
    return { ...page, isTotalMinimum: found?.isCut ?? false };
  }

  /** Returns the newest payments of one user. */
  listOfUser(userId: string, limit: number): Promise<PaymentsPage> {
    return this.read({ limit, match: matchUser(userId) });
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
    const payments = purchases.map(({ offerId, userId, leadId, refund, ...payment }) => ({
      ...payment,
      user: users.get(userId) ?? null,
      lead: toLead(leadId),
      refund: refund ? toAdminRefund(refund, users) : null,
    }));
    return { payments, total };
  }

  private async findMatches(search: string): Promise<{ match: PaymentMatch; isCut: boolean }> {
    if (PAYMENT_ID.test(search))
      return { match: { userIds: [], leadIds: [], intentPrefix: search }, isCut: false };
    const request = { text: search, limit: MAX_MATCHES + 1 };
    const [{ userIds }, { leadIds }] = await Promise.all([
      this.commands.send(searchUserIds, request),
      this.commands.send(searchLeadIds, request),
    ]);
    return {
      match: {
        userIds: userIds.slice(0, MAX_MATCHES),
        leadIds: leadIds.slice(0, MAX_MATCHES),
        intentPrefix: search,
      },
      isCut: userIds.length > MAX_MATCHES || leadIds.length > MAX_MATCHES,
    };
  }
}

/** Matches one user's payments: no payment id has a user id as `intentPrefix`. */
const matchUser = (userId: string) => ({ userIds: [userId], leadIds: [], intentPrefix: userId });
