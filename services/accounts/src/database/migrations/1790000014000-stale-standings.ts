import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lists the users whose pause and daily limit must be sent to lead-router again. A table of its own, because updating
 * a flag in `users` added an entry to each of its indexes, twice per pause. Copies of the previous release still set
 * `users.standing_stale`, so the column stays.
 */
export class StaleStandings1790000014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE stale_standings (user_id uuid PRIMARY KEY)');
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
