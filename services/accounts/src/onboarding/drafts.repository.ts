import type { SavedStep } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Claim, DraftEntity } from '../database/entities/draft.entity.js';

export type DraftValues = Partial<
  Pick<
    DraftEntity,
    | 'acceptedTerms'
    | 'deliveryEmail'
    | 'deliveryText'
    | 'deliverySlack'
    | 'deliveryOther'
    | 'firstName'
    | 'lastName'
    | 'companyName'
    | 'email'
    | 'phone'
  >
>;

@Injectable()
export class DraftsRepository {
  constructor(private readonly dataSource: DataSource) {}

  bySession(sessionHash: string): Promise<DraftEntity | null> {
    return this.dataSource.getRepository(DraftEntity).findOneBy({ sessionHash });
  }

  byId(id: string): Promise<DraftEntity | null> {
    return this.dataSource.getRepository(DraftEntity).findOneBy({ id });
  }

  lock(tx: Tx, where: { id: string } | { sessionHash: string }): Promise<DraftEntity | null> {
    return tx.manager.findOne(DraftEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  async add(
    tx: Tx,
    draft: Pick<DraftEntity, 'id' | 'sessionHash' | 'reservedUserId' | 'currentStep'>,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO get_started_leads (id, session_hash, reserved_user_id, current_step) VALUES ($1, $2, $3, $4)`,
      [draft.id, draft.sessionHash, draft.reservedUserId, draft.currentStep],
    );
  }

  async keepStep(tx: Tx, draft: DraftEntity, step: SavedStep, values: DraftValues): Promise<void> {
    const completedSteps = [...new Set([...draft.completedSteps, step])];
    await this.change(tx, draft.id, { ...values, currentStep: step, completedSteps });
  }

  async claim(tx: Tx, id: string, claim: Claim): Promise<void> {
    await this.change(tx, id, { claim });
  }

  /** The sign-up is open again: its set-up did not succeed, or the address went to somebody else. */
  async release(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE get_started_leads SET claim = NULL, updated_at = now()
        WHERE id = $1 AND user_id IS NULL AND completed_at IS NULL`,
      [id],
    );
  }

  /** The claim, with its copy of what was typed, is needed no more. */
  async complete(tx: Tx, id: string): Promise<void> {
    await this.change(tx, id, { claim: null, completedAt: new Date() });
  }

  async change(tx: Tx, id: string, values: Partial<DraftEntity>): Promise<void> {
    await tx.manager.update(DraftEntity, { id }, { ...values, updatedAt: new Date() });
  }
}
