import type { Message } from '@desk/bullmq-transport';
import {
  type accountStatusChanged,
  type cardChanged,
  DomainError,
  type PayloadOf,
  type userRegistered,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { FeedService } from '../feed/feed.service.js';
import { type BuyerChange, REGISTER_BUYER, SET_ACCOUNT_DISABLED } from './buyer-changes.sql.js';
import { publishOfferWaiting, refreshEligibility } from './daily-slots.js';

/** Follows what accounts and billing know about a buyer. Events may overtake each other; a lower version is stale. */
@Injectable()
export class BuyersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly feed: FeedService,
  ) {}

  async register(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    if (user.isAdmin) return;
    await this.transactions.once(message, async (tx) => {
      await tx.query(REGISTER_BUYER, [user.userId, user.serviceEnabled, user.dailyLeadLimit, user.timeZone]);
    });
    this.feed.say([user.userId]);
  }

  async updateCard(card: PayloadOf<typeof cardChanged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      await lockBuyer(tx, card.buyerId);
      const changed = await tx.query(
        'UPDATE buyers SET card_usable = $2, card_version = $3 WHERE id = $1 AND card_version < $3 RETURNING 1',
        [card.buyerId, card.usable, card.version],
      );
      if (changed.length === 0) return;
      await refreshEligibility(tx, card.buyerId);
      await this.feed.append(tx, [card.buyerId], 'eligibility-changed');
    });
    this.feed.say([card.buyerId]);
  }

  /** Kept apart from the agent's own pause, so that enabling the account restores what the agent had chosen. */
  async updateAccountStatus(status: PayloadOf<typeof accountStatusChanged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      await lockBuyer(tx, status.userId);
      const [change] = await tx.query<BuyerChange>(SET_ACCOUNT_DISABLED, [
        status.userId,
        status.disabled,
        status.version,
      ]);
      if (change?.shouldOfferWaiting === true) publishOfferWaiting(tx, status.userId);
    });
    this.feed.say([status.userId]);
  }
}

/** Throws for a buyer whose registration has not arrived yet, so that the event is retried until it has. */
async function lockBuyer(tx: Tx, buyerId: string): Promise<void> {
  const locked = await tx.query('SELECT 1 FROM buyers WHERE id = $1 FOR UPDATE', [buyerId]);
  if (locked.length === 0) throw new DomainError('BUYER_NOT_FOUND');
}
