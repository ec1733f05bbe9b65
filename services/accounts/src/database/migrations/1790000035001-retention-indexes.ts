import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RetentionIndexes1790000035001 implements MigrationInterface {
  readonly name = 'RetentionIndexes1790000035001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'get_started_leads_abandoned',
      'get_started_leads (updated_at) WHERE completed_at IS NULL AND user_id IS NULL',
    );
    await createIndexConcurrently(
      runner,
      'get_started_leads_with_personal_data',
      `get_started_leads (updated_at)
        WHERE (completed_at IS NOT NULL OR user_id IS NOT NULL) AND personal_data_removed_at IS NULL`,
    );
    await createIndexConcurrently(runner, 'password_resets_expires', 'password_resets (expires_at)');
    await createIndexConcurrently(runner, 'email_changes_expires', 'email_changes (expires_at)');
    await createIndexConcurrently(
      runner,
      'audit_events_with_values',
      'audit_events (at) WHERE num_nonnulls(address, user_agent, old_value, new_value) > 0',
    );
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
