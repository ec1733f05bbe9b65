import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RetentionIndexes1790000035001 implements MigrationInterface {
  readonly name = 'RetentionIndexes1790000035001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'deliveries_with_content',
      `deliveries (COALESCE(sent_at, failed_at)) WHERE status <> 'queued' AND content_removed_at IS NULL`,
    );
    await createIndexConcurrently(
      runner,
      'account_mails_finished',
      `account_mails (COALESCE(sent_at, failed_at)) WHERE status <> 'queued'`,
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
