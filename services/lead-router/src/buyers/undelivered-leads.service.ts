import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { BuyerEvent } from '../feed/feed.service.js';
import { publishOfferWaiting } from './daily-slots.js';

/** Something that two accounts of one person have in common. */
export interface Tie {
  readonly kind: 'card' | 'phone' | 'domain';
  readonly digest: string;
}

interface CountedBuyer {
  readonly buyerId: string;
  readonly isChanged: boolean;
  readonly shouldOfferWaiting: boolean;
}

/** Locks the buyer and all who are tied to it, and returns their ids. The caller holds no buyer's lock. */
export async function lockTiedBuyers(tx: Tx, buyerId: string): Promise<readonly string[]> {
  const [row] = await tx.query<{ ids: string[] }>('SELECT lock_tied_buyers($1) AS ids', [buyerId]);
  return row?.ids ?? [];
}

/** Stops selling to buyers who have too many leads that no channel could deliver so far (ADR 7). */
@Injectable()
export class UndeliveredLeadsService {
  /**
   * Counts undelivered leads again, over all tied accounts, after deferred leads of these buyers changed. The caller
   * holds no buyer's lock. Returns an event for each buyer whose sales this stops or resumes.
   */
  async recount(tx: Tx, buyerIds: readonly string[]): Promise<BuyerEvent[]> {
    if (buyerIds.length === 0) return [];
    const counted = await tx.query<CountedBuyer>('SELECT * FROM recount_undelivered_leads($1)', [buyerIds]);
    for (const { buyerId, shouldOfferWaiting } of counted)
      if (shouldOfferWaiting) publishOfferWaiting(tx, buyerId);
    return counted
      .filter(({ isChanged }) => isChanged)
      .map(({ buyerId }) => ({ buyerId, kind: 'eligibility-changed', leadId: null }));
  }

  /**
   * Ties the buyer to others with the same digests, and counts for all of them. The caller holds no buyer's lock. Returns what
   * `recount` returns.
   */
  async tie(tx: Tx, buyerId: string, ties: readonly Tie[]): Promise<BuyerEvent[]> {
    const [row] = await tx.query<{ areNew: boolean }>('SELECT add_ties($1, $2, $3) AS "areNew"', [
      buyerId,
      ties.map(({ kind }) => kind),
      ties.map(({ digest }) => digest),
    ]);
    return row?.areNew === true ? this.join(tx, buyerId) : [];
  }

  /** Gives a buyer the state that tied buyers share. Also needed at registration, because ties may arrive before it. */
  async join(tx: Tx, buyerId: string): Promise<BuyerEvent[]> {
    const ids = await lockTiedBuyers(tx, buyerId);
    if (ids.length > 1) tx.send('SELECT share_pauses($1)', [ids]);
    return this.recount(tx, [buyerId]);
  }
}
