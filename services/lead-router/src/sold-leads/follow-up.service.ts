import { DomainError, type updateDisposition, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type Change = RequestOf<typeof updateDisposition>;
type Kept = ResponseOf<typeof updateDisposition>;

const READ =
  'SELECT follow_up AS "disposition", notes, version FROM sold_leads WHERE lead_id = $1 AND buyer_id = $2';

/** What the agent keeps about a lead. Two windows cannot overwrite each other's change. */
@Injectable()
export class DispositionService {
  constructor(private readonly dataSource: DataSource) {}

  /** Throws LEAD_CHANGED when somebody was faster, unless they left the very same behind: then it is done already. */
  async change(change: Change): Promise<Kept> {
    // PostgreSQL has no text with a NUL in it.
    const wanted = { ...change, notes: change.notes?.replaceAll('\u0000', '') };
    const changed = await this.update(wanted);
    if (changed) return changed;
    const [kept]: Kept[] = await this.dataSource.query(READ, [change.leadId, change.buyerId]);
    if (!kept) throw new DomainError('LEAD_NOT_FOUND');
    if (!isDone(kept, wanted)) throw new DomainError('LEAD_CHANGED');
    return kept;
  }

  private async update({ leadId, buyerId, version, disposition, notes }: Change): Promise<Kept | undefined> {
    const [rows]: [Kept[], number] = await this.dataSource.query(
      `UPDATE sold_leads
          SET follow_up = COALESCE($4, follow_up), notes = COALESCE($5, notes), version = version + 1
        WHERE lead_id = $1 AND buyer_id = $2 AND version = $3
      RETURNING follow_up AS "disposition", notes, version`,
      [leadId, buyerId, version, disposition ?? null, notes ?? null],
    );
    return rows[0];
  }
}

/** An answer was lost and the same change comes again. */
const isDone = (kept: Kept, { version, disposition, notes }: Change): boolean =>
  kept.version === version + 1 &&
  (disposition ?? kept.disposition) === kept.disposition &&
  (notes ?? kept.notes) === kept.notes;
