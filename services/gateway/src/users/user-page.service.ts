import { CommandClient } from '@desk/bullmq-transport';
import {
  type AgentChannel,
  type AdminUserPage,
  channelFacts,
  type Eligibility,
  getCard,
  getEligibility,
  getFilters,
  getLeadReport,
  getPushSetUp,
  getUserDetails,
  listChannels,
  listSoldLeads,
  type ResponseOf,
  toDecimal,
  type UserDetails,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { OptionalQuery } from '../http/optional-query.js';
import { DeliveryLogService } from '../deliveries/delivery-log.service.js';
import { PaymentsService } from '../billing/payments.service.js';

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

/** Leaves out the change number, which only requests for a change need. */
const toEligibility = ({ changeNumber, ...eligibility }: ResponseOf<typeof getEligibility>): Eligibility =>
  eligibility;

/** Composes the page of one user from what every service knows. */
@Injectable()
export class UserPageService {
  constructor(
    private readonly commands: CommandClient,
    private readonly optional: OptionalQuery,
    private readonly payments: PaymentsService,
    private readonly deliveries: DeliveryLogService,
  ) {}

  /** @throws USER_NOT_FOUND, FORBIDDEN, SECOND_FACTOR_REQUIRED */
  async get(userId: string, actorId: string): Promise<AdminUserPage> {
    // Runs first, so that no other service is asked about an unknown user.
    const details = await this.commands.send(getUserDetails, { userId, actorId });
    // Admins buy no leads, so the other services know nothing about them.
    return { ...details, ...(details.user.isAdmin ? NO_BUYER_PARTS : await this.getParts(userId)) };
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
      eligibility: eligibility && toEligibility(eligibility),
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

/** The full address of a webhook can be enough to post to it, so admins see the host only. */
const hideSecretAddress = (channel: AgentChannel): AgentChannel =>
  channelFacts[channel.kind].hasSecretAddress && URL.canParse(channel.address)
    ? { ...channel, address: new URL(channel.address).hostname }
    : channel;
