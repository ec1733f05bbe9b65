import { serviceRoles, toClientConfig } from '@desk/service-kit';
import pg from 'pg';

/** Everything that stays sealed in the database while it waits: messages, and links in mails not yet sent. */
const sealedTexts = [
  ...Object.values(serviceRoles).map(({ schema }) => `SELECT sealed FROM ${schema}.outbox`),
  "SELECT content->>'sealedLink' FROM notifications.account_mails WHERE status = 'queued'",
].join(' UNION ALL ');

/** Counts the waiting texts that were sealed with any other root key. */
export async function countSealedWithOther(databaseUrl: string, rootId: string): Promise<number> {
  const client = new pg.Client(toClientConfig(databaseUrl));
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (${sealedTexts}) AS t (sealed) WHERE NOT starts_with(sealed, $1)`,
      [`${rootId}/`],
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
