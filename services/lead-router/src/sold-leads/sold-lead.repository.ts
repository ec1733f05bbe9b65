import type { Disposition, Lead, SoldLead, SoldLeadDetail } from '@desk/contracts';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { decryptLead, toNotesPurpose } from '../intake/lead-cipher.js';
import { omitMissingFields, selectLeadFields } from '../intake/lead-columns.js';

interface SoldLeadRow extends Omit<SoldLead, 'soldAt' | 'deliveredAt' | 'refundedAt'> {
  readonly disposition: Disposition;
  readonly soldAt: Date;
  readonly deliveredAt: Date | null;
  readonly refundedAt: Date | null;
}
interface SoldLeadDetailRow extends SoldLeadRow {
  readonly offerId: string;
  readonly receivedAt: Date;
  readonly funnelName: string;
  readonly consent: Lead['consent'] | null;
  readonly notes: string;
  readonly version: number;
}

/** Columns of `sold_leads s JOIN leads l`. */
const COLUMNS = `
  l.id, ${selectLeadFields('l')}, s.amount_cents AS "amountCents", s.sold_at AS "soldAt",
  s.delivered_at AS "deliveredAt", s.refunded_at AS "refundedAt", s.follow_up AS "disposition"`;

/** Reads sold leads that `SoldLeadSearchRepository` has found. */
@Injectable()
export class SoldLeadRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** Returns leads in the order of the ids. */
  getByIds(ids: readonly string[]): Promise<SoldLead[]> {
    return this.select(COLUMNS, ids);
  }

  /** Returns leads with the agent's notes, in the order of the ids. */
  getWithNotes(ids: readonly string[]): Promise<(SoldLead & { notes: string })[]> {
    return this.select<SoldLeadRow & { notes: string }>(`${COLUMNS}, s.notes`, ids);
  }

  async findOfBuyer(buyerId: string, leadId: string): Promise<SoldLeadDetail | undefined> {
    const [row]: SoldLeadDetailRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS}, s.offer_id AS "offerId", l.created_at AS "receivedAt", f.name AS "funnelName", l.consent,
              s.notes, s.version
         FROM sold_leads s JOIN leads l ON l.id = s.lead_id JOIN funnels f ON f.id = l.funnel_id
        WHERE s.lead_id = $1 AND s.buyer_id = $2`,
      [leadId, buyerId],
    );
    if (!row) return undefined;
    const lead = this.toSoldLead(row);
    return { ...lead, receivedAt: row.receivedAt.toISOString(), consent: lead.consent ?? null };
  }

  private async select<Row extends SoldLeadRow>(columns: string, ids: readonly string[]) {
    const rows: Row[] = await this.dataSource.query(
      `SELECT ${columns} FROM unnest($1::uuid[]) WITH ORDINALITY AS page (id, place)
         JOIN sold_leads s ON s.lead_id = page.id JOIN leads l ON l.id = page.id ORDER BY page.place`,
      [ids],
    );
    return rows.map((row) => this.toSoldLead(row));
  }

  private toSoldLead<Row extends SoldLeadRow & { readonly notes?: string }>(stored: Row) {
    const row = decryptLead(this.cipher, stored);
    return {
      ...omitMissingFields(row),
      ...(row.notes === undefined ? {} : { notes: this.cipher.decrypt(row.notes, toNotesPurpose(row.id)) }),
      soldAt: row.soldAt.toISOString(),
      deliveredAt: row.deliveredAt?.toISOString() ?? null,
      refundedAt: row.refundedAt?.toISOString() ?? null,
    };
  }
}
