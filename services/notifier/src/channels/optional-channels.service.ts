import { randomUUID } from 'node:crypto';
import {
  type accountRecovered,
  type AgentChannel,
  type Caller,
  type changeChannel,
  type ChannelChange,
  channelChanged,
  type ChannelDisabledReason,
  type ChannelState,
  type ChannelTest,
  DomainError,
  LEAD_PRICE_CENTS,
  type PayloadOf,
  type RequestOf,
  resumableReasons,
  type testChannel,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { publishAction } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AccountRecoveryRepository } from './account-recovery.repository.js';
import { ChannelRegistry } from './channel-registry.js';
import type { LeadSale } from './channel.js';
import {
  type ListedChannelRow,
  type NewChannel,
  OptionalChannelRepository,
  type OptionalChannelRow,
} from './optional-channel.repository.js';

/** An invented lead for tests of a channel. Its numbers and domains are reserved for examples. */
export function sampleSale(buyerId: string): LeadSale {
  const at = new Date().toISOString();
  return {
    leadId: randomUUID(),
    offerId: randomUUID(),
    buyerId,
    amountCents: LEAD_PRICE_CENTS,
    receivedAt: at,
    soldAt: at,
    funnelName: 'Test',
    lead: {
      fullName: 'Sample Lead (test)',
      phone: '+12125550100',
      email: 'sample.lead@example.com',
      state: 'NY',
      zipCode: '10001',
      ageRange: '61-65',
      estimatedAssets: '$250K-$500K',
      purchaseTimeline: '0-3 months',
      leadType: 'Fixed',
      consent: {
        tcpaText: 'This is a test. Nobody asked to be called.',
        ipAddress: '192.0.2.1',
        landingPageUrl: 'https://example.com/',
      },
    },
  };
}

type StateColumns = Pick<OptionalChannelRow, 'verifiedAt' | 'pausedAt' | 'disabledAt' | 'reviewSince'>;

export function toChannelState(row: StateColumns): ChannelState {
  const { verifiedAt, pausedAt, disabledAt, reviewSince } = row;
  if (disabledAt) return 'disabled';
  if (!verifiedAt) return 'pending';
  return pausedAt || reviewSince ? 'paused' : 'active';
}

interface ChangedChannel {
  readonly state: ChannelState;
  readonly disabledReason: string | null;
  readonly needsReview: boolean;
}

/** Returns why the agent may not make this change; undefined if they may. One that changes nothing is allowed. */
export function findChangeProblem(
  change: ChannelChange,
  { state, disabledReason, needsReview }: ChangedChannel,
): 'CHANNEL_NEEDS_REVIEW' | 'CHANNEL_NEEDS_SET_UP' | undefined {
  if (change === 'remove' || change === 'keep') return undefined;
  if (needsReview) return 'CHANNEL_NEEDS_REVIEW';
  const isAllowed =
    state !== 'pending' &&
    (state !== 'disabled' || (change === 'resume' && resumableReasons.includes(disabledReason ?? '')));
  return isAllowed ? undefined : 'CHANNEL_NEEDS_SET_UP';
}

type Change = RequestOf<typeof changeChannel>;

const ACTIONS = {
  pause: 'channel-paused',
  resume: 'channel-resumed',
  remove: 'channel-removed',
  keep: 'channel-kept',
} as const;

function toStateAfter(change: ChannelChange, row: OptionalChannelRow): ChannelState | 'removed' {
  if (change === 'remove') return 'removed';
  if (change === 'keep') return toChannelState({ ...row, reviewSince: null });
  return change === 'pause' ? 'paused' : 'active';
}

export const toAgentChannel = (row: ListedChannelRow): AgentChannel => ({
  id: row.id,
  kind: row.kind,
  state: toChannelState(row),
  address: row.address,
  disabledReason: row.disabledReason,
  ...(row.reviewSince ? { needsReview: true as const } : {}),
  failingSince: row.failingSince?.toISOString() ?? null,
  lastDelivery: row.lastDelivery,
});

/** What agents do with their optional channels. Each kind has its own set-up, which ends in `setUp`. */
@Injectable()
export class OptionalChannelsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: OptionalChannelRepository,
    private readonly recoveries: AccountRecoveryRepository,
    private readonly registry: ChannelRegistry,
  ) {}

  async list(userId: string): Promise<AgentChannel[]> {
    return (await this.channels.list(userId)).map(toAgentChannel);
  }

  /**
   * Saves a channel in place of the agent's previous one of its kind.
   *
   * @throws EMAIL_NOT_CONFIRMED, UNAUTHENTICATED, UNAVAILABLE if the account is being closed
   */
  async setUp(
    tx: Tx,
    channel: NewChannel,
    caller: Caller,
    actorId = channel.userId,
  ): Promise<OptionalChannelRow> {
    const recoveryVersion = await this.recoveries.admit(tx, channel.userId, channel.ownership);
    const row = await this.channels.setUp(tx, channel, recoveryVersion);
    if (!row) throw new DomainError('UNAVAILABLE');
    this.publishState(tx, row, toChannelState(row), true);
    this.publishAction(tx, 'channel-set-up', row, caller, actorId);
    return row;
  }

  /** @throws CHANNEL_NOT_FOUND, CHANNEL_NEEDS_SET_UP, CHANNEL_NEEDS_REVIEW, EMAIL_NOT_CONFIRMED, UNAUTHENTICATED */
  async change({ userId, channelId, change, ownership, caller }: Change): Promise<AgentChannel | null> {
    await this.transactions.run(async (tx) => {
      const recoveryVersion =
        change === 'keep' ? await this.recoveries.admit(tx, userId, ownership) : undefined;
      const row = await this.channels.lock(tx, userId, channelId);
      if (!row) throw new DomainError('CHANNEL_NOT_FOUND');
      const { disabledReason, reviewSince } = row;
      const needsReview = reviewSince !== null;
      const problem = findChangeProblem(change, { state: toChannelState(row), disabledReason, needsReview });
      if (problem !== undefined) throw new DomainError(problem);
      if (change === 'keep') await this.channels.keep(tx, channelId, recoveryVersion ?? 0);
      else await this.channels[change](tx, channelId);
      this.publishState(tx, row, toStateAfter(change, row));
      this.publishAction(tx, ACTIONS[change], row, caller);
    });
    return (await this.list(userId)).find(({ id }) => id === channelId) ?? null;
  }

  /** Pauses or removes the channels that were set up before a recovery of the account. */
  async applyRecovery(
    tx: Tx,
    userId: string,
    version: number,
    effect: PayloadOf<typeof accountRecovered>['destinations'],
  ): Promise<void> {
    for (const row of await this.channels.review(tx, userId, version)) {
      if (effect === 'removed') await this.channels.remove(tx, row.id);
      this.publishState(tx, row, effect === 'removed' ? 'removed' : toChannelState(row));
    }
  }

  /** Stops using a channel. Its agent reads why on the page and in an email. */
  async disable(tx: Tx, channelId: string, reason: ChannelDisabledReason): Promise<void> {
    const row = await this.channels.disable(tx, channelId, reason);
    if (row) this.publishState(tx, row);
  }

  /** Lets the agent resume a channel whose number is no longer opted out. */
  async pauseAfterOptOut(tx: Tx, channelId: string): Promise<void> {
    const row = await this.channels.pauseAfterOptOut(tx, channelId);
    if (row) this.publishState(tx, row);
  }

  /** @throws CHANNEL_NOT_FOUND, CHANNEL_NEEDS_SET_UP */
  async test({ userId, channelId }: RequestOf<typeof testChannel>): Promise<ChannelTest> {
    const channel = (await this.list(userId)).find(({ id }) => id === channelId);
    if (!channel) throw new DomainError('CHANNEL_NOT_FOUND');
    const active = await this.channels.findActive(channelId);
    if (!active) throw new DomainError('CHANNEL_NEEDS_SET_UP');
    const { address, settings } = active;
    const optional = this.registry.getOptional(channel.kind);
    const deliveryId = randomUUID();
    const messageId = optional.toMessageId(deliveryId);
    const sale = sampleSale(userId);
    return optional.test({ deliveryId, address, messageId, sale, isRedacted: false }, settings);
  }

  private publishState(
    tx: Tx,
    row: OptionalChannelRow,
    state: ChannelState | 'removed' = toChannelState(row),
    isSetUp = false,
  ): void {
    const { id: channelId, buyerId: userId, kind } = row;
    const disabledReason = state === 'disabled' ? row.disabledReason : null;
    const at = new Date().toISOString();
    const change = { channelId, userId, kind, state, disabledReason, isSetUp, at };
    tx.publish(channelChanged, change, { key: randomUUID() });
  }

  publishAction(
    tx: Tx,
    action: string,
    row: OptionalChannelRow,
    caller: Caller,
    actorId = row.buyerId,
  ): void {
    const subject = { kind: 'channel', id: row.id };
    publishAction(tx, { action, actorId, userId: row.buyerId, subject, caller });
  }
}
