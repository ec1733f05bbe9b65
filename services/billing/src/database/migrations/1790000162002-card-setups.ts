import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Set-ups of cards and how often they failed, against card testing. The previous release counts none. */
export class CardSetups1790000162002 implements MigrationInterface {
  readonly name = 'CardSetups1790000162002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE card_setups (
        request_id text PRIMARY KEY,
        buyer_id uuid NOT NULL,
        intent_id text UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        failures integer NOT NULL DEFAULT 0,
        last_failed_at timestamptz,
        last_failure_event text,
        canceled_at timestamptz
      )`);
    await runner.query('CREATE INDEX card_setups_of_buyer ON card_setups (buyer_id, created_at)');
    await runner.query('CREATE INDEX card_setups_by_age ON card_setups (created_at)');
    await runner.query(
      'CREATE INDEX card_setups_failed ON card_setups (last_failed_at) WHERE last_failed_at IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE used_proofs (
        signature text PRIMARY KEY,
        used_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX used_proofs_by_age ON used_proofs (used_at)');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
