import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { appliedFile } from './applied-edits.js';
import { applyEdit } from './apply-edit.js';
import type { EditSet } from './edit-set.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** SQL files hold the functions of lead-router, which are in its schema. */
export const isSqlFile = (file: string): boolean => file.endsWith('.sql');

/** Replaces SQL functions that the migration step has created by edited ones. Services may be running. */
export async function replaceFunctions(
  editSets: readonly EditSet[],
  adminUrl: string,
  chaosDir: string,
): Promise<void> {
  const edits = editSets.flatMap(({ name, edits }) =>
    edits.map((edit, index) => ({ edit, applied: join(chaosDir, appliedFile(name, index)) })),
  );
  const ofFiles = Map.groupBy(
    edits.filter(({ edit }) => isSqlFile(edit.file)),
    ({ edit }) => edit.file,
  );
  if (ofFiles.size === 0) return;
  const client = new pg.Client({ connectionString: adminUrl, options: '-c search_path=leads' });
  await client.connect();
  try {
    for (const [file, ofFile] of ofFiles) {
      const source = readFileSync(join(root, file), 'utf8');
      await client.query(ofFile.reduce((sql, { edit }) => applyEdit(sql, edit), source));
      for (const { applied } of ofFile) writeFileSync(applied, '');
    }
  } finally {
    await client.end();
  }
}
