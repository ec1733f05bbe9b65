import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBackup } from './create-backup.js';
import { fail, printTable, readRelease } from './progress.js';
import { loadLauncher, readBackupKeys, readFolder, readKept } from './settings.js';

const USAGE = `usage: npm run backup -- [--dir FOLDER] [--keep N]
  Writes an encrypted backup of every service's data to a new file, reads it back, and deletes the oldest ones.
  The system may run meanwhile.
  --dir   where to (BACKUP_DIR, or .state/backups)
  --keep  how many backups to keep there (BACKUP_KEEP, or 35), and for how many days at most (35 if that is more);
          age deletes none of the newest three
  BACKUP_KEYS is id:base64,…: the first key encrypts. For a system that \`npm start\` did not start, set
  BACKUP_DATABASE_URL to its database as the role desk_verify.`;

async function readSource(): Promise<{ databaseUrl: string; stateDir: string }> {
  const { BACKUP_DATABASE_URL: databaseUrl } = process.env;
  if (databaseUrl) return { databaseUrl, stateDir: '.' };
  const { findRunningSystem, getStateDir } = await loadLauncher('BACKUP_DATABASE_URL');
  return {
    databaseUrl: findRunningSystem(process.env).verifyDatabaseUrl,
    stateDir: getStateDir(process.env),
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const [key] = readBackupKeys(process.env);
  const kept = readKept(values.keep, process.env);
  const { databaseUrl, stateDir } = await readSource();
  const startedAt = Date.now();
  const { file, takenAt, rows } = await createBackup({
    databaseUrl,
    folder: resolve(readFolder(values.dir, process.env, stateDir)),
    key,
    kept,
    release: await readRelease(),
    onTable: printTable,
    onDelete: (name) => console.log(`deleted ${name}`),
  });
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${file}\n${rows} rows as of ${takenAt}, key ${key.id}, read back and complete, ${seconds} s`);
}

await main().catch(fail);
