import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that grow with the number of leads. */
const growingTables = ['deliveries', 'delivery_attempts', 'inbox'];

/**
 * Vacuums and analyzes these tables after a hundredth of their rows changed. PostgreSQL's default is a fifth: six million of
 * 30 million rows. Until a vacuum, a count that reads an index looks up new rows in the table, too.
 *
 * `vacuum_index_cleanup`: a vacuum that finds dead rows on few pages would leave them in the indexes, and the search for
 * due deliveries would pass those that were sent.
 *
 * The lock stops neither reads nor writes.
 */
export class VacuumSettings1790000069000 implements MigrationInterface {
  readonly name = 'VacuumSettings1790000069000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of growingTables)
      await runner.query(`
        ALTER TABLE ${table} SET (
          autovacuum_vacuum_scale_factor = 0.01,
          autovacuum_vacuum_insert_scale_factor = 0.01,
          autovacuum_analyze_scale_factor = 0.01)`);
    await runner.query('ALTER TABLE deliveries SET (vacuum_index_cleanup = on)');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
