import type { DataSource } from 'typeorm';
import { withDataSource } from '../database/data-source.js';
import { DataCipher } from '../encryption/data-cipher.js';
import { countDue, reencryptTable, type ReencryptionTask } from './reencrypt-table.js';

/** Exit code when rows are left: they are in use, unreadable, or were written by copies with another first key. */
const UNFINISHED = 3;

/** Tasks of a service, given its cipher. */
export type ReencryptionTasks = (cipher: DataCipher) => readonly ReencryptionTask[];

/**
 * Runs the command-line program that converts one schema to the current data key and prints its progress. DATABASE_URL
 * must connect as the service, and DATA_KEYS must be the service's.
 */
export async function runReencryptionCommand(schema: string, tasks: ReencryptionTasks): Promise<void> {
  try {
    const { DATABASE_URL: url, DATA_KEYS: dataKeys } = process.env;
    if (!url || !dataKeys) throw new Error(`${url ? 'DATA_KEYS' : 'DATABASE_URL'} is missing`);
    const settings = { url, schema, entities: [], poolSize: 1, queryTimeoutMs: 0 };
    const print = (line: string): void => void process.stdout.write(`${schema}: ${line}\n`);
    const left = await withDataSource(settings, (dataSource) =>
      reencryptAll(dataSource, new DataCipher(dataKeys), tasks, print),
    );
    if (left > 0) process.exitCode = UNFINISHED;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Converts every table. Returns the number of rows that are left. */
export async function reencryptAll(
  dataSource: DataSource,
  cipher: DataCipher,
  tasks: ReencryptionTasks,
  print: (line: string) => void,
): Promise<number> {
  const { currentKeyId, keyIds } = cipher;
  let left = 0;
  for (const task of tasks(cipher)) {
    for (const { key, error } of await reencryptTable(dataSource, currentKeyId, task))
      print(`${task.table}: ${key} could not be converted: ${String(error)}`);
    const rest = await countDue(dataSource, currentKeyId, task);
    print(`${task.table}: ${rest === 0 ? 'converted' : `${rest} rows left`}`);
    left += rest;
  }
  print(toConclusion(left, currentKeyId, keyIds.slice(1)));
  return left;
}

function toConclusion(left: number, currentId: string, olderIds: readonly string[]): string {
  if (left > 0)
    return (
      `${left} rows left: they are in use, could not be converted (see above), ` +
      'or copies write with another first key. Run this again.'
    );
  const converted = `every row is converted to ${currentId}.`;
  if (olderIds.length === 0) return converted;
  const older = olderIds.join(', ');
  return `${converted} Remove ${older} from DATA_KEYS 30 days after ${currentId} became the first key.`;
}
