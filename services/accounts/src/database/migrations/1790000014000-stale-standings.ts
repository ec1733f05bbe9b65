import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose standing lead-router must be made to follow, as rows of their own: a mark on the user's row was a new entry in
 * each index of `users`, twice for each pause. Copies of an older version go on marking `users.standing_stale` until
 * the last of them is gone, and the repair looks there too, so the column stays for now.
 */
export class StaleStandings1790000014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE stale_standings (user_id uuid PRIMARY KEY)');
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
