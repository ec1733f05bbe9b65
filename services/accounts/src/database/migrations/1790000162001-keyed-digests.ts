import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Removes what was named by plain hashes of addresses: they can be reversed. Copies of the previous release add some until
 * they are gone; those are never read again and removed with age. Limits begin anew once, and a user's first sign-in
 * afterwards counts as the first of the account.
 */
export class KeyedDigests1790000162001 implements MigrationInterface {
  readonly name = 'KeyedDigests1790000162001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM throttles -- bounded: counters of hours');
    await runner.query('DELETE FROM known_devices -- bounded: a few of each user');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
