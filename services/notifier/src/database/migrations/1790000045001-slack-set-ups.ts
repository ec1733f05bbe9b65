import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts of agents to connect Slack. A new table, so nothing waits for a lock. */
export class SlackSetUps1790000045001 implements MigrationInterface {
  readonly name = 'SlackSetUps1790000045001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE slack_set_ups (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        digest text NOT NULL UNIQUE,
        started_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX slack_set_ups_by_user ON slack_set_ups (user_id);
      CREATE INDEX slack_set_ups_by_age ON slack_set_ups (started_at);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
