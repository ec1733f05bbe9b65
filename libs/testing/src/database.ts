import { randomBytes } from 'node:crypto';
import type { ServiceName } from '@desk/contracts';
import {
  allRoles,
  type MigrationSettings,
  provision,
  runMigrations,
  serviceRoles,
  urlForRole,
  verifyRole,
} from '@desk/service-kit';
import pg from 'pg';
import { withClient } from './pg-client.js';
import { templatePrefix } from './template-databases.js';
import { eventually } from './wait.js';

export interface TestDatabase {
  name: string;
  /** Connects to this database as the server's administrator. */
  adminUrl: string;
  /** Connection settings of each service: `url` at runtime, `ownerUrl` for its migrations. */
  services: Record<ServiceName, { url: string; ownerUrl: string; schema: string }>;
  /** Can read every schema and write none. */
  verifyUrl: string;
  drop: () => Promise<void>;
}

/** SQLSTATE of a database that still has connections. */
const OBJECT_IN_USE = '55006';

// Roles belong to the server, not to a database, so all test databases share these passwords.
const passwords = Object.fromEntries(allRoles.map((role) => [role, `test-${role}`]));

function readEnv(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL' | 'TEST_RUN_ID'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: this test belongs to the Jest project "medium".`);
  return value;
}

const execute = (url: string, sql: string): Promise<void> => withClient(url, (client) => client.query(sql));

/** Creates a database with the schemas and roles of a real one and no tables. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = await createDatabase('template0');
  await provision(database.adminUrl, passwords);
  return database;
}

/**
 * Creates a copy of a template database. The first caller in a test run creates the template and fills it with
 * `prepare`: copying takes a tenth of the time that running all migrations takes.
 */
export async function copyTestDatabase(
  templateName: string,
  prepare: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const template = `${templatePrefix(readEnv('TEST_RUN_ID'))}${templateName}`;
  await withClient(readEnv('TEST_DATABASE_URL'), async (client) => {
    // Test files run in several processes. The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (rowCount !== 0) return;
    const database = await createTestDatabase();
    await prepare(database);
    await client.query(`ALTER DATABASE ${database.name} RENAME TO ${template}`);
  });
  return createDatabase(template);
}

/**
 * Gathers statistics and marks every page as visible to all, as autovacuum does at some time: plans depend on
 * both. Connects as the administrator: for a service's own role, PostgreSQL would only warn and skip the
 * tables. A page stays unmarked while another connection still reads what was there before.
 */
export const vacuum = (database: TestDatabase, tables: readonly string[]): Promise<void> =>
  withClient(database.adminUrl, async (client) => {
    await eventually(async () => {
      await client.query(`VACUUM (ANALYZE) ${tables.join(', ')}`);
      const { rows } = await client.query(
        'SELECT oid::regclass FROM pg_class WHERE oid = ANY($1::regclass[]) AND relallvisible < relpages',
        [tables],
      );
      return rows.length === 0;
    });
  });

/** Creates a database with the tables of one service. */
export const createServiceDatabase = (
  service: ServiceName,
  settings: Omit<MigrationSettings, 'url'>,
): Promise<TestDatabase> =>
  copyTestDatabase(service.replace('-', '_'), ({ services }) =>
    runMigrations({ ...settings, url: services[service].ownerUrl }),
  );

async function createDatabase(template: string): Promise<TestDatabase> {
  const serverUrl = readEnv('TEST_DATABASE_URL');
  const name = `desk_test_${randomBytes(6).toString('hex')}`;
  await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const adminUrl = url.href;
  const as = (role: string): string => urlForRole(adminUrl, role, passwords);
  const services = Object.fromEntries(
    Object.entries(serviceRoles).map(([service, { schema, ownerRole, runtimeRole }]) => [
      service,
      { schema, url: as(runtimeRole), ownerUrl: as(ownerRole) },
    ]),
  ) as TestDatabase['services'];
  return {
    name,
    adminUrl,
    services,
    verifyUrl: as(verifyRole),
    drop: () => drop(serverUrl, name),
  };
}

/**
 * PostgreSQL waits up to five seconds for connections that are being closed. Cutting them at once would raise an error in
 * their client, which a pool that has ended no longer handles, and fail a test that has passed.
 */
async function drop(serverUrl: string, name: string): Promise<void> {
  try {
    await execute(serverUrl, `DROP DATABASE IF EXISTS ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== OBJECT_IN_USE) throw error;
    await execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

export interface TestRedis {
  url: string;
  /** Separates the queues and channels of this test from others; pub/sub ignores database numbers. */
  prefix: string;
}

export function createTestRedis(): TestRedis {
  return { url: readEnv('TEST_REDIS_URL'), prefix: `test-${randomBytes(6).toString('hex')}` };
}
