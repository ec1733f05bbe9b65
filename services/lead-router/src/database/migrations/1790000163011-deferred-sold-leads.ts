import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Only on a column that few sales set, so that recording a delivery changes no index. */
export class DeferredSoldLeads1790000163011 implements MigrationInterface {
  readonly name = 'DeferredSoldLeads1790000163011';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'sold_leads_deferred',
      'sold_leads (buyer_id) WHERE deferred_at IS NOT NULL',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
