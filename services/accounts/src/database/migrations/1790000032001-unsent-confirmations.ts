import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UnsentConfirmations1790000032001 implements MigrationInterface {
  readonly name = 'UnsentConfirmations1790000032001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'users_confirmation_unsent',
      `users (id)
        WHERE confirmation_sent_at IS NULL AND email_confirmed_at IS NULL
              AND stripe_payment_method_id IS NOT NULL AND NOT is_admin`,
    );
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
