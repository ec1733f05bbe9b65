import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts what became of a funnel's recent posts. */
export class LeadsOfFunnels1790000060000 implements MigrationInterface {
  readonly name = 'LeadsOfFunnels1790000060000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'leads_of_funnel',
      'leads (funnel_id, created_at) INCLUDE (status)',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
