import { randomUUID } from 'node:crypto';
import { createDataSource } from '@desk/service-kit';
import { database } from '../database/data-source.js';
import { funnelKeyPrefix, generateFunnelKey, hashFunnelKey } from '../funnels/funnel-key.js';

const USAGE = `Usage: funnel create NAME
  Creates a funnel and prints its key, which is not shown again. FUNNEL_KEY in the environment sets the key instead;
  if a funnel has that key already, nothing changes.`;

async function main(): Promise<void> {
  const [action, name] = process.argv.slice(2);
  const url = process.env['DATABASE_URL'];
  if (action !== 'create' || !name || name.length > 100 || !url)
    throw new Error(url ? USAGE : 'DATABASE_URL is missing');
  const presetKey = process.env['FUNNEL_KEY'];
  const key = presetKey ?? generateFunnelKey();
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
    process.stdout.write(presetKey === undefined ? `${key}\n` : `funnel '${name}' has the preset key\n`);
  } finally {
    await dataSource.destroy();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
