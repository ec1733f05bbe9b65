import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the few offers whose charge is in progress, among all that were ever made. */
export class OpenOffers1790000068010 implements MigrationInterface {
  readonly name = 'OpenOffers1790000068010';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'lead_offers_open',
      "lead_offers (reserved_at) WHERE status = 'open'",
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
