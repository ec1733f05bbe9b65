import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RecoveryIndexes1795000060003 implements MigrationInterface {
  readonly name = 'RecoveryIndexes1795000060003';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'users_unpublished_recovery',
      'users (id) WHERE published_recovery_version <> recovery_version',
    );
    await createIndexConcurrently(
      runner,
      'users_never_confirmed',
      `users (created_at)
        WHERE email_confirmed_at IS NULL AND stripe_payment_method_id IS NULL AND erased_at IS NULL`,
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
