import type { LeadFacts } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { SELECT_BUYER_FOR_FACTS } from './reserve.sql.js';

/** Answers whether a lead would be sold now, by the statement that chooses buyers. */
@Injectable()
export class DemandRepository {
  async hasBuyerFor(
    tx: Pick<Tx, 'query'>,
    { state, leadType, estimatedAssets, ageRange }: LeadFacts,
  ): Promise<boolean> {
    const buyers = await tx.query(SELECT_BUYER_FOR_FACTS, [state, leadType, estimatedAssets, ageRange]);
    return buyers.length > 0;
  }
}
