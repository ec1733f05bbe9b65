import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Up to where the provider's list of events was read. The previous release ignores it. */
export class ProviderEventCursor1790000048001 implements MigrationInterface {
  readonly name = 'ProviderEventCursor1790000048001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_event_cursor (
        singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        read_until timestamptz NOT NULL DEFAULT now(),
        next_read_at timestamptz NOT NULL DEFAULT now()
      );
      INSERT INTO provider_event_cursor DEFAULT VALUES;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
