import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds refunds without a credit note, and those that failed later without a reversal. */
export class CreditNotesDue1790000049010 implements MigrationInterface {
  readonly name = 'CreditNotesDue1790000049010';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'refunds_without_credit_note',
      'refunds (succeeded_at, id) WHERE succeeded_at IS NOT NULL AND NOT has_credit_note',
    );
    await createIndexConcurrently(
      runner,
      'refunds_without_reversal',
      'refunds (ended_at, id) WHERE ended_at IS NOT NULL AND has_credit_note AND NOT has_reversal',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
