import { vacuumEarly } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const growingTables = ['purchases', 'provider_events', 'documents', 'balance_transactions', 'inbox'];

/** For tables that grow with the number of leads. An index lists the purchases in progress. */
export class VacuumSettings1790000069000 implements MigrationInterface {
  readonly name = 'VacuumSettings1790000069000';

  async up(runner: QueryRunner): Promise<void> {
    await vacuumEarly(runner, growingTables, { cleanedIndexesOf: 'purchases' });
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
