import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { MigrationScript } from './migration-rules.js';

/** Runs a migration without a database and returns the statements that it would execute in an empty one. */
export async function recordMigration(migration: MigrationInterface): Promise<MigrationScript> {
  const statements: string[] = [];
  const runner = {
    query: (sql: string) => {
      statements.push(sql);
      return Promise.resolve([]);
    },
  };
  await migration.up(runner as unknown as QueryRunner);
  return {
    name: migration.name ?? migration.constructor.name,
    inTransaction: migration.transaction ?? true,
    statements,
  };
}
