import { vacuumEarly } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const growingTables = ['deliveries', 'delivery_attempts', 'inbox'];

/** For tables that grow with the number of leads. An index lists the due deliveries. */
export class VacuumSettings1790000069000 implements MigrationInterface {
  readonly name = 'VacuumSettings1790000069000';

  async up(runner: QueryRunner): Promise<void> {
    await vacuumEarly(runner, growingTables, { cleanedIndexesOf: 'deliveries' });
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
