import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes waiting leads by what filters compare (ADR 0046), and all leads by time for counts of matching leads. */
export class WaitingLeadsByClass1790000051001 implements MigrationInterface {
  readonly name = 'WaitingLeadsByClass1790000051001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'leads_waiting_by_class',
      `leads (state, lead_type, estimated_assets, age_range, declined_by, created_at, id) WHERE status = 'available'`,
    );
    await createIndexConcurrently(
      runner,
      'leads_received',
      'leads (created_at) INCLUDE (state, lead_type, estimated_assets, age_range)',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
