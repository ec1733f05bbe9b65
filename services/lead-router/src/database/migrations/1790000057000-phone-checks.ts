import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which funnels have the phone numbers of their leads looked up, and what was found (ADR 0054). */
export class PhoneChecks1790000057000 implements MigrationInterface {
  readonly name = 'PhoneChecks1790000057000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE funnels
        ADD COLUMN phone_verification text NOT NULL DEFAULT 'off'
          CHECK (phone_verification IN ('off', 'optional', 'required')) -- bounded: dozens of funnels
        ;
      ALTER TABLE leads ADD COLUMN phone_check text;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
