import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A proof of consent belongs to one person, as long as records of consent are kept. Earlier leads are not looked through. */
export class ProofsOfConsent1790000165002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE lead_fingerprints DROP CONSTRAINT lead_fingerprints_kind_check;
      ALTER TABLE lead_fingerprints ADD CONSTRAINT lead_fingerprints_kind_check
        CHECK (kind IN ('email', 'phone', 'proof')) NOT VALID`);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
