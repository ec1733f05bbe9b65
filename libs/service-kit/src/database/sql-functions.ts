import { readFileSync } from 'node:fs';
import type { DataSource } from 'typeorm';

/**
 * SQL functions of a service, in files next to the code that calls them. Every migration run creates them
 * again, except in a rollback.
 */
export interface SqlFunctions {
  /** In the order in which the functions need each other. */
  readonly files: readonly URL[];
  /** Values declared in TypeScript that the functions read by name, such as `lead_price_cents()`. */
  readonly constants: Readonly<Record<string, number | readonly string[]>>;
}

const toLiteral = (value: number | readonly string[]): string =>
  typeof value === 'number'
    ? String(value)
    : `ARRAY[${value.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}]`;

/** Returns the function for a constant. The planner replaces its calls with the value. */
const constantFunction = (name: string, value: number | readonly string[]): string =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS ${typeof value === 'number' ? 'integer' : 'text[]'} IMMUTABLE LANGUAGE sql
   AS $$ SELECT ${toLiteral(value)} $$`;

/**
 * Creates or replaces the functions, all at once. Copies of the previous release still run and call them.
 * When a signature changes, the old function therefore stays next to the new one. One release later, the file
 * drops it (`DROP FUNCTION IF EXISTS`).
 */
export const createFunctions = (dataSource: DataSource, { files, constants }: SqlFunctions): Promise<void> =>
  dataSource.transaction(async (manager) => {
    for (const [name, value] of Object.entries(constants)) await manager.query(constantFunction(name, value));
    for (const file of files) await manager.query(readFileSync(file, 'utf8'));
  });
