import { DomainError } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import {
  DispositionRepository,
  type DispositionUpdate,
  type StoredDisposition,
} from './disposition.repository.js';

/** The agent's own status and notes for a lead. The version keeps two windows from overwriting each other. */
@Injectable()
export class DispositionService {
  constructor(private readonly dispositions: DispositionRepository) {}

  /**
   * Succeeds if a concurrent update stored the same values.
   * @throws LEAD_NOT_FOUND, LEAD_CHANGED, LEAD_ALREADY_REFUNDED
   */
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
