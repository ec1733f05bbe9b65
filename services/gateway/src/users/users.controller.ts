import { CommandClient } from '@desk/bullmq-transport';
import {
  administerUser,
  type AdminUserPage,
  type AgentChannel,
  channelFacts,
  getCard,
  getEligibility,
  getFilters,
  getLeadReport,
  getPushSetUp,
  getUserDetails,
  listChannels,
  listSoldLeads,
  listUsers,
  routes,
  toDecimal,
  type UserDetails,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { PaymentsService } from '../billing/payments.service.js';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';
import { DeliveryLogService } from '../deliveries/delivery-log.service.js';
import { byAdmin, done, forward, forwardRoutes, type Success } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { OptionalQuery } from '../http/optional-query.js';
import { readPage, setTotal } from '../http/paging.js';
import { assertAgent } from './assert-agent.js';

export const UserRoutes = forwardRoutes([forward('administerUser', administerUser, byAdmin)]);

/** Rows of each list on the page. */
const ROWS_PER_LIST = 10;

type BuyerParts = Omit<AdminUserPage, keyof UserDetails>;

const NO_BUYER_PARTS: BuyerParts = {
  eligibility: null,
  filters: null,
  report: null,
  card: null,
  channels: null,
  browsers: null,
  leads: null,
  payments: null,
  deliveries: null,
};

@Controller()
export class AdminUsersController {
  constructor(
    private readonly commands: CommandClient,
    private readonly optional: OptionalQuery,
    private readonly payments: PaymentsService,
    private readonly deliveries: DeliveryLogService,
    private readonly settings: BuyerSettingsService,
  ) {}

  @HandleRoute(routes.listUsers)
  async list({ query, user, response }: RouteInput<'listUsers'>): Promise<RouteAnswer<'listUsers'>> {
    const page = readPage(query);
    const search = query.search ?? null;
    const sort = query.sort === undefined ? {} : { sort: query.sort };
    const request = { ...page, actorId: user.id, search, ...sort };
    const { users, total } = await this.commands.send(listUsers, request);
    setTotal(response, total, page);
    return users;
  }

  /** Composes the page of one user from what every service knows. */
  @HandleRoute(routes.getUser)
  async get({ params: { userId }, user }: RouteInput<'getUser'>): Promise<RouteAnswer<'getUser'>> {
    // Runs first, so that no other service is asked about an unknown user.
    const details = await this.commands.send(getUserDetails, { userId, actorId: user.id });
    // Admins buy no leads, so the other services know nothing about them.
    return { ...details, ...(details.user.isAdmin ? NO_BUYER_PARTS : await this.getParts(userId)) };
  }

  @HandleRoute(routes.setUserService)
  async setService({ params, body, user, caller }: RouteInput<'setUserService'>): Promise<Success> {
    await assertAgent(this.commands, params.userId, user.id);
    const origin = { actorId: user.id, reason: body.reason, caller };
    await this.settings.setService(params.userId, body.serviceEnabled, origin);
    return done();
  }

  @HandleRoute(routes.setUserDailyLimit)
  async setDailyLimit({ params, body, user, caller }: RouteInput<'setUserDailyLimit'>): Promise<Success> {
    await assertAgent(this.commands, params.userId, user.id);
    const origin = { actorId: user.id, reason: body.reason, caller };
    await this.settings.setDailyLimit(params.userId, body.dailyLeadLimit, origin);
    return done();
  }

  private async getParts(buyerId: string): Promise<BuyerParts> {
    const request = { buyerId };
    const [eligibility, filters, report, card, channels, push, leads, payments, deliveries] =
      await Promise.all([
        this.optional.fetch(getEligibility, request),
        this.optional.fetch(getFilters, request),
        this.optional.fetch(getLeadReport, request),
        this.optional.fetch(getCard, request),
        this.optional.fetch(listChannels, { userId: buyerId }),
        this.optional.fetch(getPushSetUp, { userId: buyerId }),
        this.optional.fetch(listSoldLeads, {
          ...request,
          search: null,
          days: null,
          page: 1,
          pageSize: ROWS_PER_LIST,
          isByAdmin: true,
        }),
        this.optional.load('payments of a user', () => this.payments.listOfUser(buyerId, ROWS_PER_LIST)),
        this.optional.load('deliveries of a user', () => this.deliveries.list({ agent: buyerId })),
      ]);
    return {
      eligibility: eligibility && withoutChangeNumber(eligibility),
      filters: filters && { filters: filters.filters, timeZone: filters.timeZone },
      report,
      card,
      channels: channels && channels.channels.map(hideSecretAddress),
      browsers: push && push.browsers.map(({ endpointDigest, ...browser }) => browser),
      leads: leads && {
        newest: leads.leads.map(({ id, fullName, amountCents, soldAt, deliveredAt, refundedAt }) => ({
          id,
          fullName,
          amountCents,
          soldAt,
          deliveredAt,
          refundedAt: refundedAt ?? null,
        })),
        total: leads.total,
      },
      payments: payments && {
        newest: payments.payments,
        total: payments.total.count,
        amount: toDecimal(payments.total.amountCents),
      },
      deliveries: deliveries && deliveries.deliveries.slice(0, ROWS_PER_LIST),
    };
  }
}

const withoutChangeNumber = <T extends { changeNumber: number }>({ changeNumber, ...others }: T) => others;

/** The full address of a webhook can be enough to post to it, so admins see the host only. */
const hideSecretAddress = (channel: AgentChannel): AgentChannel =>
  channelFacts[channel.kind].hasSecretAddress && URL.canParse(channel.address)
    ? { ...channel, address: new URL(channel.address).hostname }
    : channel;
