import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the card on file was saved; null if the previous release saved it. Added without a rewrite, so the lock is short. */
export class CardTimes1795000060002 implements MigrationInterface {
  readonly name = 'CardTimes1795000060002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers ADD COLUMN card_saved_at timestamptz');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
