import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '@desk/tool-start';
import { withAdministrator } from '../run/database.js';
import { applyEdit, type EditSet, toReportedEdits } from './edits.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** SQL files hold the functions of a service, which are in its schema. */
export const isSqlFile = (file: string): boolean => file.endsWith('.sql');

/** Replaces SQL functions that the migration step has created by edited ones. Services may be running. */
export async function replaceFunctions(
  editSets: readonly EditSet[],
  stack: Stack,
  chaosDir: string,
): Promise<void> {
  const ofFiles = Map.groupBy(
    toReportedEdits(editSets, chaosDir).filter(({ edit }) => isSqlFile(edit.file)),
    ({ edit }) => edit.file,
  );
  for (const [file, ofFile] of ofFiles) {
    const source = readFileSync(join(root, file), 'utf8');
    const sql = ofFile.reduce((edited, { edit }) => applyEdit(edited, edit), source);
    const schema = file.startsWith('services/billing/') ? 'billing' : 'leads';
    await withAdministrator(stack, (client) => client.query(sql), schema);
    for (const { report } of ofFile) report();
  }
}
