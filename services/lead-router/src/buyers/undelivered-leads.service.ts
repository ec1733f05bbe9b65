import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { publishOfferWaiting } from './daily-slots.js';
import { BuyerTiesRepository, type Tie } from './buyer-ties.repository.js';
import { COUNT_UNDELIVERED } from './undelivered-leads.sql.js';

interface CountedBuyer {
  readonly id: string;
  readonly isChanged: boolean;
  readonly shouldOfferWaiting: boolean;
}

/** Stops selling to buyers who have too many leads that no channel could deliver so far (ADR 0063). */
@Injectable()
export class UndeliveredLeadsService {
  constructor(private readonly ties: BuyerTiesRepository) {}

  /**
   * Counts again, over all tied accounts, after a deferred lead changed. The caller holds no buyer's lock. Returns the buyers who may or may not get leads from now on.
   */
  async count(tx: Tx, buyerId: string): Promise<string[]> {
    return this.countTied(tx, await this.ties.lockTied(tx, buyerId));
  }

  /**
   * Ties the buyer to others with the same digests, and counts for all of them. The caller holds no buyer's lock. Returns the
   * buyers who may or may not get leads from now on.
   */
  async tie(tx: Tx, buyerId: string, ties: readonly Tie[]): Promise<string[]> {
    return (await this.ties.insert(tx, buyerId, ties)) ? this.join(tx, buyerId) : [];
  }

  /** Gives a buyer what the tied ones have in common. Also at registration, which the ties may precede. */
  async join(tx: Tx, buyerId: string): Promise<string[]> {
    const ids = await this.ties.lockTied(tx, buyerId);
    this.ties.sharePauses(tx, ids);
    return this.countTied(tx, ids);
  }

  private async countTied(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const counted = await tx.query<CountedBuyer>(COUNT_UNDELIVERED, [ids]);
    for (const { id, shouldOfferWaiting } of counted) if (shouldOfferWaiting) publishOfferWaiting(tx, id);
    return counted.filter(({ isChanged }) => isChanged).map(({ id }) => id);
  }
}
