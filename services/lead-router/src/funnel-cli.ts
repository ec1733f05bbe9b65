import { randomUUID } from 'node:crypto';
import { createDataSource } from '@desk/service-kit';
import { database } from './database/database.js';
import { funnelKeyPrefix, generateFunnelKey, hashFunnelKey } from './funnels/funnel-key.js';

const USAGE = `usage: funnel create NAME
  Makes a funnel and prints its key, once. FUNNEL_KEY in the environment sets the key instead; a funnel that has
  it already is left as it is.`;

async function main(): Promise<void> {
  const [action, name] = process.argv.slice(2);
  const url = process.env['DATABASE_URL'];
  if (action !== 'create' || !name || name.length > 100 || !url)
    throw new Error(url ? USAGE : 'DATABASE_URL is missing');
  const given = process.env['FUNNEL_KEY'];
  const key = given ?? generateFunnelKey();
  const dataSource = await createDataSource({ ...database, url, poolSize: 1 }).initialize();
  try {
    await dataSource.transaction(async (manager) => {
      const known: unknown[] = await manager.query('SELECT 1 FROM funnel_keys WHERE key_hash = $1', [
        hashFunnelKey(key),
      ]);
      if (known.length > 0) return;
      const id = randomUUID();
      await manager.query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [id, name]);
      await manager.query('INSERT INTO funnel_keys (key_hash, funnel_id, key_prefix) VALUES ($1, $2, $3)', [
        hashFunnelKey(key),
        id,
        funnelKeyPrefix(key),
      ]);
    });
    process.stdout.write(given === undefined ? `${key}\n` : `funnel '${name}' has its key\n`);
  } finally {
    await dataSource.destroy();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
