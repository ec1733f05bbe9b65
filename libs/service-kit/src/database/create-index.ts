import type { QueryRunner } from 'typeorm';

/**
 * Creates an index without blocking writes to the table, for a migration with `transaction = false`. Safe to
 * repeat: an interrupted attempt leaves an invalid index, which is replaced. `definition` follows `ON`.
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  name: string,
  definition: string,
): Promise<void> {
  const sql = 'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)';
  const [existing] = (await runner.query(sql, [name])) as { valid: boolean }[];
  if (existing?.valid === true) return;
  // CREATE INDEX CONCURRENTLY waits for all running transactions, but does not block them.
  await runner.query('SET lock_timeout = 0');
  try {
    if (existing) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
    await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
  } finally {
    await runner.query('RESET lock_timeout');
  }
}
