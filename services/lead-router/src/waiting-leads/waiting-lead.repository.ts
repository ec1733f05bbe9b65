import type { LeadState } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ChosenBuyerFacts } from './buyer-obstacle.js';

export interface LockedLead {
  readonly status: LeadState;
  /** Older than real-time leads may be: it is about to expire. */
  readonly isTooOld: boolean;
}

export interface BuyerForLead extends ChosenBuyerFacts {
  readonly buyerId: string;
  /** Whether the buyer wants leads of this type, assets and age. */
  readonly acceptsProfile: boolean;
}

export interface MatchingBuyers {
  readonly buyers: readonly BuyerForLead[];
  /** The last buyer that was read, if there are more. */
  readonly lastRead: string | null;
}

const LOCK_LEAD = prepared(
  `SELECT status, created_at < now() - $2 * interval '1 hour' AS "isTooOld" FROM leads WHERE id = $1 FOR UPDATE`,
);

const LOCK_BUYER = prepared('SELECT FROM buyers WHERE id = $1 AND erased_at IS NULL FOR UPDATE');
const SELECT_BUYERS = 'SELECT * FROM buyers_for_lead($1, $2)';

@Injectable()
export class WaitingLeadRepository {
  constructor(private readonly dataSource: DataSource) {}

  async lockLead(tx: Tx, leadId: string, maxAgeHours: number): Promise<LockedLead | undefined> {
    const [lead] = await tx.query<LockedLead>(LOCK_LEAD, [leadId, maxAgeHours]);
    return lead;
  }

  async exists(leadId: string): Promise<boolean> {
    const found: unknown[] = await this.dataSource.query('SELECT 1 FROM leads WHERE id = $1', [leadId]);
    return found.length > 0;
  }

  /** Waits for the buyer's row, and reads it only then. Returns undefined for an unknown or erased buyer. */
  async lockBuyer(tx: Tx, leadId: string, buyerId: string): Promise<BuyerForLead | undefined> {
    const locked = await tx.query(LOCK_BUYER, [buyerId]);
    if (locked.length === 0) return undefined;
    const [buyer] = await tx.query<BuyerForLead>(SELECT_BUYERS, [leadId, [buyerId]]);
    return buyer;
  }

  /** Reads a bounded number of buyers, so a page may be empty although there are more. */
  async listMatching(leadId: string, after: string | null, limit: number): Promise<MatchingBuyers> {
    const [page]: { buyerIds: string[]; lastRead: string | null }[] = await this.dataSource.query(
      'SELECT * FROM list_matching_buyers($1, $2, $3)',
      [leadId, after, limit],
    );
    if (!page) return { buyers: [], lastRead: null };
    return {
      buyers: await this.dataSource.query<BuyerForLead[]>(SELECT_BUYERS, [leadId, page.buyerIds]),
      lastRead: page.lastRead,
    };
  }
}
