import { toClientConfig } from '@desk/service-kit';
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;
const UNDEFINED_DATABASE = '3D000';

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ ...toClientConfig(url), connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the database that `adminUrl` names, if it does not exist. */
export async function ensureDatabase(adminUrl: string): Promise<void> {
  try {
    await execute(adminUrl, 'SELECT 1');
    return;
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_DATABASE) throw error;
  }
  const maintenanceUrl = new URL(adminUrl);
  const name = decodeURIComponent(maintenanceUrl.pathname.slice(1));
  maintenanceUrl.pathname = '/postgres';
  await execute(maintenanceUrl.href, `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0`);
}
