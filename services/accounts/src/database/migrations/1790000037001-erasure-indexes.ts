import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ErasureIndexes1790000037001 implements MigrationInterface {
  readonly name = 'ErasureIndexes1790000037001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'users_unpublished_erasure',
      'users (id) WHERE erased_at IS NOT NULL AND erasure_published_at IS NULL',
    );
    await createIndexConcurrently(runner, 'known_devices_last_seen', 'known_devices (last_seen_at)');
    await createIndexConcurrently(
      runner,
      'authenticator_apps_unconfirmed',
      'authenticator_apps (created_at) WHERE confirmed_at IS NULL',
    );
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
