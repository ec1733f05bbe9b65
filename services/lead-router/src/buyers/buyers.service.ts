import {
  type cardChanged,
  DomainError,
  type PayloadOf,
  type ResponseOf,
  type setService,
  type userRegistered,
} from '@desk/contracts';
import type { Message } from '@desk/bullmq-transport';
import { prepared, Transactions } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { appendSql, FeedService } from '../feed/feed.service.js';
import { offerWaiting, refreshEligibility } from './buyer-locks.js';
import { derived, OFFERS_WAITING } from './standing.sql.js';

type Eligibility = ResponseOf<typeof setService>;

/**
 * A statement that makes or changes a buyer, with the record of what is in force from then on and the word to the
 * buyer's pages. The record is the proof that no offer was made against it, so it is written under the row's lock.
 */
const recorded = (sql: string): string =>
  prepared(
    `WITH changed AS (${sql} RETURNING id, service_enabled, daily_lead_limit, ${OFFERS_WAITING}),
          recorded AS (
            INSERT INTO buyer_changes (buyer_id, at, service_enabled, daily_lead_limit)
            SELECT id, clock_timestamp(), service_enabled, daily_lead_limit FROM changed),
          ${appendSql('changed b', `'eligibility-changed'`, 'NULL')}
     SELECT id AS "buyerId", service_enabled AS "serviceEnabled", daily_lead_limit AS "dailyLeadLimit",
            "offersWaiting"
       FROM changed`,
  );
const ADD = recorded(
  `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, $2, $3, $4)
   ON CONFLICT (id) DO NOTHING`,
);
const SET_SERVICE = recorded(
  `UPDATE buyers b SET service_enabled = $2, ${derived({ serviceEnabled: '$2' })} WHERE id = $1`,
);
const SET_DAILY_LIMIT = recorded(
  `UPDATE buyers b SET daily_lead_limit = $2, ${derived({ dailyLeadLimit: '$2' })} WHERE id = $1`,
);

@Injectable()
export class BuyersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly feed: FeedService,
  ) {}

  async add(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    if (user.isAdmin) return;
    await this.transactions.once(message, async (tx) => {
      await tx.query(ADD, [user.userId, user.serviceEnabled, user.dailyLeadLimit, user.timeZone]);
    });
    this.feed.say([user.userId]);
  }

  setService(buyerId: string, serviceEnabled: boolean): Promise<Eligibility> {
    return this.change(buyerId, SET_SERVICE, serviceEnabled);
  }

  setDailyLimit(buyerId: string, dailyLeadLimit: number): Promise<Eligibility> {
    return this.change(buyerId, SET_DAILY_LIMIT, dailyLeadLimit);
  }

  /** Events may overtake each other: a lower version than the one known is stale and changes nothing. */
  async cardChanged(card: PayloadOf<typeof cardChanged>, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const known = await tx.query('SELECT 1 FROM buyers WHERE id = $1 FOR UPDATE', [card.buyerId]);
      // The registration has not arrived yet: tried again until it has.
      if (known.length === 0) throw new DomainError('BUYER_NOT_FOUND');
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

  /**
   * One statement, and so one transaction: a pause waits for it. The answer follows the commit, so from the answer on
   * no reservation is made against the change. Should this end before the waiting leads are offered, the sweeper does.
   */
  private async change(buyerId: string, sql: string, value: boolean | number): Promise<Eligibility> {
    const [changed] = await this.dataSource.query<(Eligibility & { offersWaiting: boolean })[]>(sql, [
      buyerId,
      value,
    ]);
    if (!changed) throw new DomainError('BUYER_NOT_FOUND');
    crashPoint('lead-router.after-eligibility-commit');
    this.feed.say([buyerId]);
    const { offersWaiting, ...standing } = changed;
    if (offersWaiting)
      await this.transactions.run((tx) => {
        offerWaiting(tx, buyerId);
        return Promise.resolve();
      });
    return standing;
  }
}
