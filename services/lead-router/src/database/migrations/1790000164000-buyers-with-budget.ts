import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the buyers whose stored eligibility depends on the price of a lead. */
export class BuyersWithBudget1790000164000 implements MigrationInterface {
  readonly name = 'BuyersWithBudget1790000164000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'buyers_with_budget',
      'buyers (id) WHERE weekly_budget_cents IS NOT NULL OR monthly_budget_cents IS NOT NULL',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
