import { identifyingLeadFields, REMOVED, type SoldLead, type SoldLeadDetail } from '@desk/contracts';
import { DataCipher, toInstants, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { decryptLead, toNotesPurpose } from '../intake/lead-cipher.js';
import { omitMissingFields, selectLeadFields } from '../intake/lead.entity.js';

type SoldLeadDates = 'soldAt' | 'deliveredAt' | 'refundedAt' | 'remindAt' | 'appointmentAt';
interface SoldLeadRow extends Omit<WithDates<SoldLead, SoldLeadDates>, 'isContactWithheld'> {
  readonly isSeen: boolean;
  readonly isWithheld: boolean;
}
type SoldLeadDetailRow = SoldLeadRow &
  WithDates<Omit<SoldLeadDetail, keyof SoldLead | 'problemReports'>, 'receivedAt' | 'seenAt' | 'contactedAt'>;

/** The reader: an admin, who sees everything, or a buyer, whose leads are recorded as seen before they are returned. */
export type Reader = 'admin' | { readonly record: (unseenIds: readonly string[]) => Promise<void> };

/** Columns of `sold_leads s JOIN leads l`. */
const COLUMNS = `
  l.id, ${selectLeadFields('l')}, s.amount_cents AS "amountCents", s.sold_at AS "soldAt",
  s.delivered_at AS "deliveredAt", s.refunded_at AS "refundedAt", s.disposition,
  s.remind_at AS "remindAt", s.appointment_at AS "appointmentAt", s.commission_cents AS "commissionCents", s.version,
  s.seen_at IS NOT NULL AS "isSeen", s.withheld_at IS NOT NULL AS "isWithheld"`;

const REMOVED_FIELDS = Object.fromEntries(identifyingLeadFields.map(([name]) => [name, REMOVED]));

/** Reads sold leads that `SoldLeadSearchRepository` has found. */
@Injectable()
export class SoldLeadRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** Returns leads in the order of the ids. */
  getByIds(ids: readonly string[], reader: Reader): Promise<SoldLead[]> {
    return this.selectByIds(COLUMNS, ids, reader);
  }

  /** Returns leads with the agent's notes, in the order of the ids. */
  getWithNotes(ids: readonly string[], reader: Reader): Promise<(SoldLead & { notes: string })[]> {
    return this.selectByIds<SoldLeadRow & { notes: string }>(`${COLUMNS}, s.notes`, ids, reader);
  }

  async findOfBuyer(
    buyerId: string,
    leadId: string,
    reader: Reader,
  ): Promise<Omit<SoldLeadDetail, 'problemReports'> | undefined> {
    const [row] = await this.select<SoldLeadDetailRow>(
      `SELECT ${COLUMNS}, s.offer_id AS "offerId", l.created_at AS "receivedAt", f.name AS "funnelName", l.consent,
              l.extras, s.notes, s.seen_at AS "seenAt", s.contacted_at AS "contactedAt"
         FROM sold_leads s JOIN leads l ON l.id = s.lead_id JOIN funnels f ON f.id = l.funnel_id
        WHERE s.lead_id = $1 AND s.buyer_id = $2`,
      [leadId, buyerId],
      reader,
    );
    return row && this.toSoldLead(row, reader);
  }

  private async selectByIds<Row extends SoldLeadRow>(
    columns: string,
    ids: readonly string[],
    reader: Reader,
  ) {
    const rows = await this.select<Row>(
      `SELECT ${columns} FROM unnest($1::uuid[]) WITH ORDINALITY AS page (id, place)
         JOIN sold_leads s ON s.lead_id = page.id JOIN leads l ON l.id = page.id ORDER BY page.place`,
      [ids],
      reader,
    );
    return rows.map((row) => this.toSoldLead(row, reader));
  }

  /**
   * When a buyer reads leads for the first time, records them as seen and reads them again. A lead that is being
   * refunded at this moment is either recorded first, and not refunded, or read as withheld.
   */
  private async select<Row extends SoldLeadRow>(
    sql: string,
    parameters: readonly unknown[],
    reader: Reader,
  ): Promise<Row[]> {
    const rows: Row[] = await this.dataSource.query(sql, [...parameters]);
    const unseen = rows.filter(({ isSeen, isWithheld }) => !isSeen && !isWithheld);
    if (reader === 'admin' || unseen.length === 0) return rows;
    await reader.record(unseen.map(({ id }) => id));
    return this.dataSource.query(sql, [...parameters]);
  }

  private toSoldLead<Row extends SoldLeadRow & { readonly notes?: string }>(stored: Row, reader: Reader) {
    const isHidden = reader !== 'admin' && stored.isWithheld;
    const {
      isSeen: _isSeen,
      isWithheld,
      ...row
    } = isHidden ? hideContact(stored) : decryptLead(this.cipher, stored);
    return {
      ...toInstants(omitMissingFields(row)),
      ...(row.notes === undefined ? {} : { notes: this.cipher.decrypt(row.notes, toNotesPurpose(row.id)) }),
      ...(isWithheld ? { isContactWithheld: true } : {}),
    };
  }
}

/** The agent's own notes may repeat contact data. */
const hideContact = <Row extends SoldLeadRow & { readonly notes?: string }>(row: Row): Row => ({
  ...row,
  ...REMOVED_FIELDS,
  ...('consent' in row ? { consent: null, extras: null } : {}),
  ...(row.notes === undefined ? {} : { notes: '' }),
});
