import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RetentionIndexes1790000035000 implements MigrationInterface {
  readonly name = 'RetentionIndexes1790000035000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'provider_events_processed',
      'provider_events (processed_at) WHERE processed_at IS NOT NULL',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
