import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers the changes of a user's address and name. The column has a constant default, so the lock is short. */
export class ContactVersions1790000062000 implements MigrationInterface {
  readonly name = 'ContactVersions1790000062000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN contact_version integer NOT NULL DEFAULT 0');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
