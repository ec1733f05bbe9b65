import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether the card provider answers, for all copies (ADR 0024), and for how long it did not answer about a purchase.
 * The previous release ignores both.
 */
export class ProviderOutages1790000038010 implements MigrationInterface {
  readonly name = 'ProviderOutages1790000038010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_status (
        singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        is_available boolean NOT NULL DEFAULT true,
        version integer NOT NULL DEFAULT 0,
        changed_at timestamptz NOT NULL DEFAULT now(),
        probe_delay_ms integer NOT NULL DEFAULT 1000,
        next_probe_at timestamptz NOT NULL DEFAULT now()
      );
      INSERT INTO provider_status DEFAULT VALUES;
      ALTER TABLE purchases
        ADD COLUMN unanswered_ms integer NOT NULL DEFAULT 0,
        ADD COLUMN unanswered_since timestamptz;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
