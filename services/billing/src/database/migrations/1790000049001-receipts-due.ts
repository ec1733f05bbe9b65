import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds purchases without a receipt. At first these are all of them, so the index is built while they are written. */
export class ReceiptsDue1790000049001 implements MigrationInterface {
  readonly name = 'ReceiptsDue1790000049001';
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return createIndexConcurrently(
      runner,
      'purchases_without_receipt',
      'purchases (purchased_at, id) WHERE purchased_at IS NOT NULL AND NOT has_receipt',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
