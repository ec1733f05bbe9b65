import { serviceRoles } from '@desk/service-kit';
import type { Pool } from 'pg';

/** UUIDs, hexadecimal digests, and ids of the card provider such as `pi_…`. */
const IDENTIFIER =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{32,}\b|\b(?:pi|pm|cus|seti|ch|re|evt|req)_\w{8,}\b/g;

/** Returns every identifier within a value, also within arrays, objects and longer texts. */
export function identifiersIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(IDENTIFIER) ?? [];
  if (Array.isArray(value)) return value.flatMap(identifiersIn);
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value))
    return [];
  return Object.values(value).flatMap(identifiersIn);
}

/** Returns every identifier in any row of the services' tables. For a system that is idle and almost empty. */
export async function readExistingIdentifiers(pool: Pool): Promise<Set<string>> {
  const schemas = Object.values(serviceRoles).map(({ schema }) => schema);
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_schema = ANY ($1) AND table_type = 'BASE TABLE'`,
    [schemas],
  );
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    for (const { text } of rows) for (const id of identifiersIn(text)) found.add(id);
  }
  return found;
}
