import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the refunds and disputes of a window, which are written meanwhile. */
export class ReconciliationIndexes1790000054001 implements MigrationInterface {
  readonly name = 'ReconciliationIndexes1790000054001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'refunds_at_provider',
      'refunds (id) INCLUDE (requested_at, status) WHERE stripe_refund_id IS NOT NULL',
    );
    await createIndexConcurrently(
      runner,
      'refunds_by_success',
      'refunds (succeeded_at) WHERE succeeded_at IS NOT NULL',
    );
    await createIndexConcurrently(
      runner,
      'disputes_by_end',
      'disputes (closed_at) WHERE closed_at IS NOT NULL',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
