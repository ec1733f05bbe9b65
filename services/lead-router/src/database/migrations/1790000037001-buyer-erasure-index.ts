import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BuyerErasureIndex1790000037001 implements MigrationInterface {
  readonly name = 'BuyerErasureIndex1790000037001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'buyers_closing',
      'buyers (erased_at) WHERE erased_at IS NOT NULL AND closed_at IS NULL',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
