import { vacuumEarly } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const growingTables = [
  'leads',
  'lead_search',
  'lead_offers',
  'sold_leads',
  'lead_fingerprints',
  'consent_records',
  'buyer_feed',
  'inbox',
];

/** For tables that grow with the number of leads. An index lists the waiting leads. */
export class VacuumSettings1790000069000 implements MigrationInterface {
  readonly name = 'VacuumSettings1790000069000';

  async up(runner: QueryRunner): Promise<void> {
    await vacuumEarly(runner, growingTables, { cleanedIndexesOf: 'leads' });
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
