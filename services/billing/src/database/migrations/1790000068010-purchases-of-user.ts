import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists everything that a buyer was to pay, also what failed, for the buyer's export. */
export class PurchasesOfUser1790000068010 implements MigrationInterface {
  readonly name = 'PurchasesOfUser1790000068010';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, 'purchases_of_user', 'purchases (user_id, first_requested_at)');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
