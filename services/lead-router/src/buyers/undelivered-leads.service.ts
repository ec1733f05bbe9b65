import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { publishOfferWaiting } from './daily-slots.js';
import { COUNT_UNDELIVERED, LOCK_BUYERS } from './undelivered-leads.sql.js';

interface CountedBuyer {
  readonly id: string;
  readonly isChanged: boolean;
  readonly shouldOfferWaiting: boolean;
}

/** Stops selling to buyers who have too many leads that no channel could deliver so far (ADR 0063). */
@Injectable()
export class UndeliveredLeadsService {
  /**
   * Counts again after a deferred lead changed. The caller holds no buyer's lock but may hold that of the sold lead. Returns
   * the buyers who may or may not get leads from now on.
   */
  async count(tx: Tx, buyerId: string): Promise<string[]> {
    const ids = [buyerId];
    await tx.query(LOCK_BUYERS, [ids]);
    const counted = await tx.query<CountedBuyer>(COUNT_UNDELIVERED, [ids]);
    for (const { id, shouldOfferWaiting } of counted) if (shouldOfferWaiting) publishOfferWaiting(tx, id);
    return counted.filter(({ isChanged }) => isChanged).map(({ id }) => id);
  }
}
