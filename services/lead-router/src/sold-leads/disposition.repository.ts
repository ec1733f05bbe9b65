import type { RequestOf, ResponseOf, updateDisposition } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export type DispositionUpdate = RequestOf<typeof updateDisposition>;
export type StoredDisposition = ResponseOf<typeof updateDisposition>;

@Injectable()
export class DispositionRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(leadId: string, buyerId: string): Promise<StoredDisposition | undefined> {
    const [stored]: StoredDisposition[] = await this.dataSource.query(
      'SELECT follow_up AS "disposition", notes, version FROM sold_leads WHERE lead_id = $1 AND buyer_id = $2',
      [leadId, buyerId],
    );
    return stored;
  }

  /** Returns undefined if the version has changed, or the lead is not the buyer's. */
  async update(update: DispositionUpdate): Promise<StoredDisposition | undefined> {
    const { leadId, buyerId, version, disposition, notes } = update;
    const [rows]: [StoredDisposition[], number] = await this.dataSource.query(
      `UPDATE sold_leads
          SET follow_up = COALESCE($4, follow_up), notes = COALESCE($5, notes), version = version + 1
        WHERE lead_id = $1 AND buyer_id = $2 AND version = $3
      RETURNING follow_up AS "disposition", notes, version`,
      [leadId, buyerId, version, disposition ?? null, notes ?? null],
    );
    return rows[0];
  }
}
