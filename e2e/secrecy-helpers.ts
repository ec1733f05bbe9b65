import { readdir, readFile } from 'node:fs/promises';
import { senderNames } from '@desk/contracts';
import { toMessageKeys } from '@desk/tool-start';
import pg from 'pg';
import type { System } from './system.js';

/** Returns every generated secret of the system. Key ids are not secret, so they are left out. */
export function listSystemSecrets({ secrets }: System): string[] {
  const { databasePasswords, dataKeys, rootKeys, jwtKeys, ...others } = secrets;
  const keyLists = [
    ...[rootKeys, jwtKeys, ...Object.values(dataKeys)],
    ...senderNames.map((name) => toMessageKeys(secrets, name)),
  ];
  const keys = keyLists.flatMap((list) => list.split(',').map((entry) => entry.split(':').at(-1)));
  const { stripePublishableKey: _public, ...single } = others;
  return [...keys, ...Object.values(databasePasswords), ...Object.values(single)].filter(
    (secret): secret is string => typeof secret === 'string' && secret.length >= 16,
  );
}

/** Reads all files in a folder and its subfolders whose names end like this. */
export async function readFiles(folder: string, ending: string): Promise<{ name: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      .map(async ({ parentPath, name }) => ({
        name,
        text: await readFile(`${parentPath}/${name}`, 'latin1'),
      })),
  );
}

/** Reads every table of every schema as text. Binary values are decoded, too. */
export async function readTables(databaseUrl: string): Promise<{ name: string; text: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const read = async ({ name }: { name: string }) => {
      const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      const text = rows.map((row) => row.text).join('\n');
      const binary = [...text.matchAll(/\\x((?:[0-9a-f]{2})+)/g)].map(([, hex = '']) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
      return { name, text: [text, ...binary].join('\n') };
    };
    const contents = [];
    for (const table of tables) contents.push(await read(table));
    return contents;
  } finally {
    await client.end();
  }
}
