import pg from 'pg';

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === '3D000';

async function attempt(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the database that `adminUrl` names, unless it is there. */
export async function ensureDatabase(adminUrl: string): Promise<void> {
  try {
    await attempt(adminUrl, 'SELECT 1');
    return;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const maintenance = new URL(adminUrl);
  const name = decodeURIComponent(maintenance.pathname.slice(1));
  maintenance.pathname = '/postgres';
  await attempt(maintenance.href, `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0`);
}
