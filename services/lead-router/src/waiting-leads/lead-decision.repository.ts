import type { LeadDecision } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { DataCipher, toInstants, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Ties an encrypted reason to its decision, so that the reason of another decision is refused. */
export const toDecisionPurpose = (decisionId: string): string => `lead_decisions.reason ${decisionId}`;

export interface DecisionText {
  readonly id: string;
  readonly reason: string;
}

export const decryptDecision = <D extends DecisionText>(cipher: DataCipher, stored: D): D => ({
  ...stored,
  reason: cipher.decrypt(stored.reason, toDecisionPurpose(stored.id)),
});

type NewDecision = Omit<LeadDecision, 'decidedAt'>;

type DecisionRow = WithDates<LeadDecision, 'decidedAt'>;

const SELECT_DECISIONS = `
  SELECT id, kind, reason, actor_id AS "actorId", decided_at AS "decidedAt", buyer_id AS "buyerId",
         offer_id AS "offerId", overrode_filters AS "overrodeFilters"
    FROM lead_decisions WHERE lead_id = $1 ORDER BY decided_at, id`;

/** What admins decided about waiting leads. Reasons are stored encrypted. */
@Injectable()
export class LeadDecisionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  insert(tx: Tx, leadId: string, decision: NewDecision): void {
    const { id, kind, reason, actorId, buyerId, offerId, overrodeFilters } = decision;
    tx.send(
      `INSERT INTO lead_decisions (lead_id, id, kind, reason, actor_id, decided_at, buyer_id, offer_id, overrode_filters)
       VALUES ($1, $2, $3, $4, $5, date_trunc('milliseconds', clock_timestamp()), $6, $7, $8)`,
      [
        ...[leadId, id, kind, this.cipher.encrypt(reason, toDecisionPurpose(id)), actorId],
        ...[buyerId, offerId, overrodeFilters],
      ],
    );
  }

  /** Returns the buyer who was chosen with this key, which is the id of the decision. */
  async findReroutedTo(tx: Tx, leadId: string, key: string): Promise<string | undefined> {
    const [row] = await tx.query<{ buyerId: string }>(
      `SELECT buyer_id AS "buyerId" FROM lead_decisions WHERE lead_id = $1 AND id = $2 AND kind = 'rerouted'`,
      [leadId, key],
    );
    return row?.buyerId;
  }

  async isWithdrawn(tx: Tx, leadId: string): Promise<boolean> {
    const rows = await tx.query(`SELECT 1 FROM lead_decisions WHERE lead_id = $1 AND kind = 'withdrawn'`, [
      leadId,
    ]);
    return rows.length > 0;
  }

  /** Returns what was decided about a lead, oldest first. */
  async listOfLead(leadId: string): Promise<LeadDecision[]> {
    const rows: DecisionRow[] = await this.dataSource.query(SELECT_DECISIONS, [leadId]);
    return rows.map((row) => toInstants(decryptDecision(this.cipher, row)));
  }
}
