import { HandleCommand } from '@desk/bullmq-transport';
import { DomainError, type RequestOf, type ResponseOf, updateDisposition } from '@desk/contracts';
import { DataCipher } from '@desk/service-kit';
import { Controller, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toNotesPurpose } from '../intake/lead-cipher.js';

export type DispositionUpdate = RequestOf<typeof updateDisposition>;
export type StoredDisposition = ResponseOf<typeof updateDisposition>;

interface FoundDisposition extends StoredDisposition {
  /** The lead was given back, and the notes with it: they may repeat contact data. */
  readonly isWithheld: boolean;
}

/** Stores notes encrypted and returns them decrypted. */
@Injectable()
export class DispositionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  async find(leadId: string, buyerId: string): Promise<FoundDisposition | undefined> {
    const [stored]: FoundDisposition[] = await this.dataSource.query(
      `SELECT disposition, notes, version, s.withheld_at IS NOT NULL AS "isWithheld" FROM sold_leads s
        WHERE lead_id = $1 AND buyer_id = $2`,
      [leadId, buyerId],
    );
    return stored && this.decrypt(leadId, stored);
  }

  /** Returns undefined if the version has changed, the lead was given back, or it is not the buyer's. */
  async update(update: DispositionUpdate): Promise<StoredDisposition | undefined> {
    const { leadId, buyerId, version, disposition, notes } = update;
    const [rows]: [StoredDisposition[], number] = await this.dataSource.query(
      `UPDATE sold_leads s
          SET disposition = COALESCE($4, disposition), notes = COALESCE($5, notes), version = version + 1,
              contacted_at = CASE WHEN $4 <> 'new' THEN COALESCE(contacted_at, clock_timestamp()) ELSE contacted_at END
        WHERE lead_id = $1 AND buyer_id = $2 AND version = $3 AND s.withheld_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM buyers b WHERE b.id = $2 AND b.erased_at IS NOT NULL)
      RETURNING disposition, notes, version`,
      // Empty notes stay empty: they show nothing.
      [leadId, buyerId, version, disposition ?? null, notes ? this.encrypt(leadId, notes) : (notes ?? null)],
    );
    return rows[0] && this.decrypt(leadId, rows[0]);
  }

  private encrypt(leadId: string, notes: string): string {
    return this.cipher.encrypt(notes, toNotesPurpose(leadId));
  }

  private decrypt<Stored extends StoredDisposition>(leadId: string, stored: Stored): Stored {
    return { ...stored, notes: this.cipher.decrypt(stored.notes, toNotesPurpose(leadId)) };
  }
}

/** The agent's own status and notes for a lead. The version keeps two windows from overwriting each other. */
@Controller()
export class DispositionController {
  constructor(private readonly dispositions: DispositionRepository) {}

  /**
   * Succeeds if a concurrent update stored the same values.
   * @throws LEAD_NOT_FOUND, LEAD_CHANGED, LEAD_ALREADY_REFUNDED
   */
  @HandleCommand(updateDisposition)
  async update(request: DispositionUpdate): Promise<StoredDisposition> {
    // PostgreSQL text cannot contain NUL.
    const update = { ...request, notes: request.notes?.replaceAll('\u0000', '') };
    const updated = await this.dispositions.update(update);
    if (updated) return updated;
    const found = await this.dispositions.find(update.leadId, update.buyerId);
    if (!found) throw new DomainError('LEAD_NOT_FOUND');
    const { isWithheld, ...stored } = found;
    if (isWithheld) throw new DomainError('LEAD_ALREADY_REFUNDED');
    if (!isApplied(stored, update)) throw new DomainError('LEAD_CHANGED');
    return stored;
  }
}

/** Whether the same update was applied before: its answer was lost and the browser repeated it. */
const isApplied = (stored: StoredDisposition, { version, disposition, notes }: DispositionUpdate): boolean =>
  stored.version === version + 1 &&
  (disposition ?? stored.disposition) === stored.disposition &&
  (notes ?? stored.notes) === stored.notes;
