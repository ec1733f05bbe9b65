import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Billing's word on whether cards can be charged (ADR 0024). The previous release reserves leads all the same. */
export class ProviderStatus1790000038002 implements MigrationInterface {
  readonly name = 'ProviderStatus1790000038002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_status (
        singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        is_available boolean NOT NULL DEFAULT true,
        version integer NOT NULL DEFAULT 0
      );
      INSERT INTO provider_status DEFAULT VALUES;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
