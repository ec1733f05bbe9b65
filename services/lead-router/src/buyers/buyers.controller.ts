import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  accountStatusChanged,
  accountTiesFound,
  buyerReviewChanged,
  cardChanged,
  DomainError,
  getEligibility,
  type PayloadOf,
  type RequestOf,
  setDailyLimit,
  setService,
  timeZoneChanged,
  userRegistered,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { FeedService } from '../feed/feed.service.js';
import { MatchCountsService } from '../matching/match-counts.service.js';
import { BuyerSettingsService } from './buyer-settings.service.js';
import { BuyerRepository } from './buyer.repository.js';
import { type Tie, UndeliveredLeadsService } from './undelivered-leads.service.js';
import { publishOfferWaiting } from './daily-slots.js';
import { eligibilityReason } from './eligibility-reason.js';

/** Follows what accounts and billing know about a buyer. Events arrive in any order; an older version is ignored. */
@Controller()
export class BuyersController {
  constructor(
    private readonly transactions: Transactions,
    private readonly buyers: BuyerRepository,
    private readonly settings: BuyerSettingsService,
    private readonly undelivered: UndeliveredLeadsService,
    private readonly matchCounts: MatchCountsService,
    private readonly cipher: DataCipher,
    private readonly feed: FeedService,
  ) {}

  @HandleEvent(userRegistered)
  async register(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    if (user.isAdmin) return;
    await this.transactions.once(message, async (tx) => {
      await this.buyers.register(tx, user);
      this.feed.appendEach(tx, await this.undelivered.join(tx, user.userId));
    });
    this.feed.notify(user.userId);
  }

  @HandleEvent(cardChanged)
  async updateCard(card: PayloadOf<typeof cardChanged>, message: Message): Promise<void> {
    const { buyerId, cardFingerprint } = card;
    await this.transactions.once(message, async (tx) => {
      const events =
        cardFingerprint === undefined
          ? []
          : await this.undelivered.tie(tx, buyerId, this.toCardTies(cardFingerprint));
      await this.lock(tx, buyerId);
      const change = await this.buyers.updateCard(tx, card);
      if (change?.shouldOfferWaiting === true) publishOfferWaiting(tx, buyerId);
      if (change) events.push({ buyerId, kind: 'eligibility-changed', leadId: null });
      this.feed.appendEach(tx, events);
    });
  }

  /** The buyer may not be known yet. */
  @HandleEvent(accountTiesFound)
  async addTies({ userId, ties }: PayloadOf<typeof accountTiesFound>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      this.feed.appendEach(tx, await this.undelivered.tie(tx, userId, ties));
    });
  }

  /** Kept apart from the agent's own pause, so that enabling the account restores what the agent had chosen. */
  @HandleEvent(accountStatusChanged)
  async updateAccountStatus(
    { userId, disabled, version }: PayloadOf<typeof accountStatusChanged>,
    message: Message,
  ): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      await this.lock(tx, userId);
      const change = await this.buyers.setAccountDisabled(tx, userId, disabled, version);
      if (change?.shouldOfferWaiting === true) publishOfferWaiting(tx, userId);
    });
    this.feed.notify(userId);
  }

  /** Kept apart from the agent's own pause, like a disabled account. */
  @HandleEvent(buyerReviewChanged)
  async updateReview(
    { buyerId, isUnderReview, version }: PayloadOf<typeof buyerReviewChanged>,
    message: Message,
  ): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      await this.lock(tx, buyerId);
      const change = await this.buyers.setUnderReview(tx, buyerId, isUnderReview, version);
      if (change?.shouldOfferWaiting === true) publishOfferWaiting(tx, buyerId);
    });
    this.feed.notify(buyerId);
  }

  /** The new zone may have another day, week and month. */
  @HandleEvent(timeZoneChanged)
  async updateTimeZone(change: PayloadOf<typeof timeZoneChanged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      this.buyers.lockSaleCounts(tx, change.userId);
      await this.lock(tx, change.userId);
      const shouldOfferWaiting = await this.buyers.updateTimeZone(tx, change);
      if (shouldOfferWaiting === undefined) return;
      if (shouldOfferWaiting) publishOfferWaiting(tx, change.userId);
      this.feed.append(tx, [change.userId], 'eligibility-changed');
    });
  }

  /** @throws BUYER_NOT_FOUND */
  @HandleCommand(getEligibility)
  async getEligibility({ buyerId }: RequestOf<typeof getEligibility>) {
    const row = await this.buyers.findEligibility(buyerId);
    if (!row) throw new DomainError('BUYER_NOT_FOUND');
    const { serviceEnabled, dailyLeadLimit, leadsToday, spentTodayCents, dayEndsAt, timeZone } = row;
    return {
      serviceEnabled,
      dailyLeadLimit,
      reason: eligibilityReason({ ...row, hasMatches: this.matchCounts.hasMatches(row) }),
      leadsToday,
      spentTodayCents,
      dayEndsAt: dayEndsAt.toISOString(),
      timeZone,
      changeNumber: row.changeNumber,
      ...(row.isUnderReview ? { isUnderReview: true } : {}),
      ...(row.isDeliveryPause ? { isDeliveryPause: true } : {}),
      ...(row.hasTooManyUndelivered ? { hasTooManyUndelivered: true } : {}),
      ...(row.resumptionNeedsAdmin ? { resumptionNeedsAdmin: true } : {}),
    };
  }

  @HandleCommand(setService)
  setService(request: RequestOf<typeof setService>) {
    return this.settings.change('serviceEnabled', request.serviceEnabled, request);
  }

  @HandleCommand(setDailyLimit)
  setDailyLimit(request: RequestOf<typeof setDailyLimit>) {
    return this.settings.change('dailyLeadLimit', request.dailyLeadLimit, request);
  }

  /** Throws for a buyer whose registration has not arrived yet, so that the event is retried until it has. */
  private async lock(tx: Tx, buyerId: string): Promise<void> {
    if (!(await this.buyers.lock(tx, buyerId))) throw new DomainError('BUYER_NOT_FOUND');
  }

  /** A digest under each key, so that cards saved before a rotation still tie. */
  private toCardTies(fingerprint: string): Tie[] {
    return this.cipher.digests(fingerprint, 'buyer tie card').map((digest) => ({ kind: 'card', digest }));
  }
}
