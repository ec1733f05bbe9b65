import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which refund or dispute was announced as giving the payment back. The previous release ignores it. */
export class GivenBackBy1790000058001 implements MigrationInterface {
  readonly name = 'GivenBackBy1790000058001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE purchases ADD COLUMN given_back_by uuid');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
