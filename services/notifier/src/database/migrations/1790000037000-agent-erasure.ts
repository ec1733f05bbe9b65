import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `closing_at`: the agent was erased, and only deliveries of paid leads are still sent. `erased_at`: nothing identifies
 * the agent any more, and nothing is stored again (ADR 0023).
 */
export class AgentErasure1790000037000 implements MigrationInterface {
  readonly name = 'AgentErasure1790000037000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE channels ADD COLUMN closing_at timestamptz, ADD COLUMN erased_at timestamptz',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
