import { randomBytes } from 'node:crypto';
import type { ServiceName } from '@desk/contracts';
import { allRoles, provision, serviceRoles, urlForRole, verifyRole } from '@desk/service-kit';
import pg from 'pg';

export interface TestDatabase {
  name: string;
  /** The administrator's, into this database. */
  adminUrl: string;
  /** What each service runs with, and what its migrations run with. */
  services: Record<ServiceName, { url: string; ownerUrl: string; schema: string }>;
  /** Reads every schema. */
  verifyUrl: string;
  drop: () => Promise<void>;
}

// Roles belong to the server and not to the database, so all test databases share these passwords.
const passwords = Object.fromEntries(allRoles.map((role) => [role, `test-${role}`]));

function given(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL'): string {
  const url = process.env[name];
  if (!url) throw new Error(`${name} is not set: this test belongs to jest's project "medium".`);
  return url;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A database of this test's own, with the schemas and roles that a real one has and no tables yet. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = given('TEST_DATABASE_URL');
  const name = `desk_test_${randomBytes(6).toString('hex')}`;
  await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const adminUrl = url.href;
  await provision(adminUrl, passwords);
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
    drop: () => execute(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

export interface TestRedis {
  url: string;
  /** Keeps this test's queues and channels apart from those of others: pub/sub ignores database numbers. */
  prefix: string;
}

export function createTestRedis(): TestRedis {
  return { url: given('TEST_REDIS_URL'), prefix: `test-${randomBytes(6).toString('hex')}` };
}
