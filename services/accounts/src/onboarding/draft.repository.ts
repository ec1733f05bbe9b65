import type { SavedStep } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { DraftEntity, type SignUpSubmission } from './draft.entity.js';

type DraftState =
  'id' | 'sessionHash' | 'currentStep' | 'completedSteps' | 'reservedUserId' | 'submission' | 'userId';
/** What a person enters on the pages of the wizard. */
export type DraftValues = Partial<Omit<DraftEntity, DraftState | 'completedAt' | 'createdAt' | 'updatedAt'>>;

@Injectable()
export class DraftRepository {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(DraftEntity) private readonly drafts: Repository<DraftEntity>,
  ) {}

  findBySession(sessionHash: string): Promise<DraftEntity | null> {
    return this.drafts.findOneBy({ sessionHash });
  }

  findById(id: string): Promise<DraftEntity | null> {
    return this.drafts.findOneBy({ id });
  }

  lock(tx: Tx, where: { id: string } | { sessionHash: string }): Promise<DraftEntity | null> {
    return tx.manager.findOne(DraftEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  async insert(
    tx: Tx,
    draft: Pick<DraftEntity, 'id' | 'sessionHash' | 'reservedUserId' | 'currentStep'>,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO sign_up_drafts (id, session_hash, reserved_user_id, current_step) VALUES ($1, $2, $3, $4)`,
      [draft.id, draft.sessionHash, draft.reservedUserId, draft.currentStep],
    );
  }

  async saveStep(tx: Tx, draft: DraftEntity, step: SavedStep, values: DraftValues): Promise<void> {
    const completedSteps = [...new Set([...draft.completedSteps, step])];
    await this.update(tx, draft.id, { ...values, currentStep: step, completedSteps });
  }

  async saveSubmission(tx: Tx, id: string, submission: SignUpSubmission): Promise<void> {
    await this.update(tx, id, { submission });
  }

  /** Reopens a sign-up that cannot succeed as submitted, so that it can be sent again. A newer submission stays. */
  async discardSubmission(id: string, submission: SignUpSubmission): Promise<void> {
    await this.dataSource.query(
      `UPDATE sign_up_drafts SET submission = NULL, updated_at = now()
        WHERE id = $1 AND submission = $2::jsonb AND user_id IS NULL AND completed_at IS NULL`,
      [id, JSON.stringify(submission)],
    );
  }

  /** Also deletes the submission: the account now holds the same data. */
  async complete(tx: Tx, id: string): Promise<void> {
    await this.update(tx, id, { submission: null, completedAt: new Date() });
  }

  async update(tx: Tx, id: string, values: Partial<DraftEntity>): Promise<void> {
    await tx.manager.update(DraftEntity, { id }, { ...values, updatedAt: new Date() });
  }
}
