import { Broadcast, RedisLink } from '@desk/bullmq-transport';
import { FUNNEL_KEY_REVOKED, type FunnelKeyKind, funnelKeyKinds } from '@desk/contracts';
import { createDataSource, readOperator, readTls } from '@desk/service-kit';
import { database } from '../database/data-source.js';
import { FunnelKeys } from '../funnels/funnel-keys.js';

const USAGE = `Usage: funnel COMMAND
  create NAME       creates a funnel and prints its key, which is not shown again. FUNNEL_KEY in the environment sets
                    the key instead; if a funnel has that key already, nothing changes.
  list              lists all keys by id, without the keys themselves
  add-key FUNNEL [KIND]
                    adds a key to a funnel, given by its id, and prints it. KIND: server (the default); publishable, for
                    the funnel's web pages; address, for a private address; report, for a report link
  revoke KEY        revokes a key, given by its id or in full. No lead is accepted with it from then on. With REDIS_URL
                    (and REDIS_PREFIX) gateways forget it at once, otherwise within seconds.
DATABASE_URL: the database, as the lead-router role. The audit log names DESK_OPERATOR or the system account.`;

/**
 * Tells gateways to forget the key, and returns the line to print. Best-effort: they look it up again within seconds,
 * and lead-router refuses it anyway.
 */
async function broadcastRevocation(keyHash: string): Promise<string> {
  const { REDIS_URL: url, REDIS_PREFIX: prefix = '' } = process.env;
  if (!url) return 'revoked';
  const redis = await RedisLink.connect({ url, prefix, tls: readTls('REDIS', url) });
  try {
    return `revoked; ${await new Broadcast(redis).send(FUNNEL_KEY_REVOKED, keyHash)} gateways notified`;
  } finally {
    redis.close();
  }
}

const isKind = (text: string): text is FunnelKeyKind => (funnelKeyKinds as readonly string[]).includes(text);

const listLines = async (keys: FunnelKeys): Promise<string> =>
  (await keys.list())
    .map(({ id, funnelId, funnelName, prefix, kind, revokedAt }) =>
      [
        id,
        `${prefix}…`,
        revokedAt ? `revoked ${revokedAt.toISOString()}` : `valid, ${kind}`,
        funnelId,
        funnelName,
      ].join('  '),
    )
    .join('\n');

async function run(
  keys: FunnelKeys,
  [command, argument = '', kind = 'server']: readonly string[],
): Promise<string> {
  const presetKey = process.env['FUNNEL_KEY'];
  if (command === 'list') return listLines(keys);
  if (argument === '' || argument.length > 100) throw new Error(USAGE);
  if (command === 'create') {
    const key = await keys.create(argument, presetKey);
    return presetKey === undefined ? key : 'a funnel has the preset key';
  }
  if (command === 'add-key' && isKind(kind)) return keys.add(argument, kind);
  if (command === 'revoke') return broadcastRevocation(await keys.revoke(argument));
  throw new Error(USAGE);
}

async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL is missing');
  const dataSource = await createDataSource({ ...database, url, poolSize: 1 }).initialize();
  try {
    process.stdout.write(`${await run(new FunnelKeys(dataSource, readOperator()), process.argv.slice(2))}\n`);
  } finally {
    await dataSource.destroy();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
