import type { LeadState } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ChosenBuyer } from '../routing/reserve.js';
import type { ChosenBuyerFacts } from './buyer-obstacle.js';
import {
  LIST_MATCHING_BUYERS,
  LOCK_CHOSEN_BUYER,
  OFFER_TO_CHOSEN,
  SELECT_CHOSEN_BUYER,
} from './chosen-buyer.sql.js';

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

type FoundRow = { readonly lastRead: string | null } & (BuyerForLead | { readonly buyerId: null });

const LOCK_LEAD = prepared(
  `SELECT status, created_at < now() - $2 * interval '1 hour' AS "isTooOld" FROM leads WHERE id = $1 FOR UPDATE`,
);

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
    const locked = await tx.query(LOCK_CHOSEN_BUYER, [buyerId]);
    if (locked.length === 0) return undefined;
    const [buyer] = await tx.query<BuyerForLead>(SELECT_CHOSEN_BUYER, [leadId, buyerId]);
    return buyer;
  }

  /** Claims a daily slot and creates the offer. Returns undefined if the buyer is not eligible after all. */
  async offer(
    tx: Tx,
    ids: { leadId: string; offerId: string; buyerId: string },
  ): Promise<{ amountCents: number; reservedAt: string; serverStart: string } | undefined> {
    const [offered] = await tx.query<ChosenBuyer>(OFFER_TO_CHOSEN, [ids.leadId, ids.offerId, ids.buyerId]);
    if (!offered || offered.amountCents === null || offered.reservedAt === null) return undefined;
    const { amountCents, reservedAt, serverStart } = offered;
    return { amountCents, reservedAt: reservedAt.toISOString(), serverStart };
  }

  async listMatching(leadId: string, after: string | null, limit: number): Promise<MatchingBuyers> {
    const rows: FoundRow[] = await this.dataSource.query(LIST_MATCHING_BUYERS, [leadId, after, limit]);
    return {
      buyers: rows.filter((row): row is FoundRow & BuyerForLead => row.buyerId !== null),
      lastRead: rows[0]?.lastRead ?? null,
    };
  }
}
