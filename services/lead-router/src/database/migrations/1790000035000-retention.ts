import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets leads outlive what identifies their person (ADR 0020). The previous release reads anonymized leads like others.
 * `consent_records` holds the proof of consent of such leads; the pages do not show it.
 */
export class Retention1790000035000 implements MigrationInterface {
  readonly name = 'Retention1790000035000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE leads ADD COLUMN contact_removed_at timestamptz;
      ALTER TABLE lead_fingerprints ADD COLUMN suppressed_until timestamptz;
      CREATE TABLE consent_records (
        lead_id uuid PRIMARY KEY,
        funnel_id uuid NOT NULL,
        given_at timestamptz NOT NULL,
        full_name text NOT NULL,
        phone text NOT NULL,
        consent jsonb NOT NULL
      );
      CREATE INDEX consent_records_by_time ON consent_records (given_at);
      CREATE INDEX consent_records_by_phone ON consent_records (phone);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
