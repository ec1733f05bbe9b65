import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Channels that agents add to email: what is stored to use them, why one is off, and the log of attempts. Takes a short
 * lock on `channels`; the index on `deliveries` is partial and small, because queued rows are few.
 */
export class OptionalChannels1790000042000 implements MigrationInterface {
  readonly name = 'OptionalChannels1790000042000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels
        ADD COLUMN settings text,
        ADD COLUMN paused_at timestamptz,
        ADD COLUMN disabled_reason text,
        ADD COLUMN failing_since timestamptz,
        ADD COLUMN removed_at timestamptz;
      CREATE INDEX deliveries_queued_by_kind ON deliveries (kind, next_attempt_at) WHERE status = 'queued';
      CREATE TABLE delivery_attempts (
        delivery_id uuid NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
        attempt integer NOT NULL,
        started_at timestamptz NOT NULL,
        duration_ms integer NOT NULL,
        result text NOT NULL CHECK (result IN ('accepted', 'temporary', 'permanent')),
        reason text,
        provider_code text,
        PRIMARY KEY (delivery_id, attempt)
      );
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
