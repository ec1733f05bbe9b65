import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the buyer of a card that the provider's events name. */
export class CardUpdates1790000049021 implements MigrationInterface {
  readonly name = 'CardUpdates1790000049021';
  readonly transaction = false;

  up(runner: QueryRunner): Promise<void> {
    return createIndexConcurrently(
      runner,
      'customers_payment_method',
      'customers (stripe_payment_method_id)',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
