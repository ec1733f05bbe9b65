import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { toClientConfig } from './connection-options.js';
import { allRoles, serviceRoles, verifyRole, type ServiceRoles } from './roles.js';

const id = (name: string): string => pg.escapeIdentifier(name);
const text = (value: string): string => pg.escapeLiteral(value);

/** Password of each role in `allRoles`. */
export type RolePasswords = Readonly<Record<string, string>>;

/**
 * PostgreSQL settings of each kind of role. Services' statements time out; migrations may run long but not wait long
 * for a lock. If a connection breaks without PostgreSQL noticing, the idle timeout ends its transaction and releases
 * the rows it has locked. random_page_cost fits SSDs: with the default of 4, a search that matches one lead in ten
 * scans the table instead of using the index.
 */
const limits = {
  runtime: {
    statement_timeout: '30s',
    lock_timeout: '10s',
    idle_in_transaction_session_timeout: '10s',
    random_page_cost: '1.1',
  },
  owner: { lock_timeout: '10s', idle_in_transaction_session_timeout: '60s' },
  verify: { statement_timeout: '10min', idle_in_transaction_session_timeout: '10min' },
} as const;

// Roles belong to the whole server. Provisioning two databases at once updates the same catalog rows, and one of them
// fails (XX000 tuple concurrently updated, 23505 from CREATE ROLE).
async function retryConcurrentUpdate(client: pg.Client, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(sql);
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const isRace = code === '23505' || code === '42710' || /concurrently (updated|deleted)/.test(message);
      if (!isRace || attempt === 50) throw error;
      await pause(10 + Math.random() * 40);
    }
  }
}

/** The default of PostgreSQL. */
const SCRAM_ITERATIONS = 4_096;

/**
 * Returns the verifier that PostgreSQL stores for a password (SCRAM-SHA-256, RFC 7677). It is sent instead of
 * the password, because the server logs failed statements.
 */
export function toScramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  // Clients normalize too. They also drop a few invisible characters, which a password must not contain.
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ITERATIONS, 32, 'sha256');
  const derive = (label: string): Buffer => createHmac('sha256', salted).update(label).digest();
  const storedKey = createHash('sha256').update(derive('Client Key')).digest('base64');
  const serverKey = derive('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

const settings = (role: string, values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).map(([name, value]) => `ALTER ROLE ${id(role)} SET ${name} = ${text(value)}`);

async function provisionRoles(client: pg.Client, passwords: RolePasswords): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles');
  const existing = new Set(rows.map((row) => row.rolname));
  for (const role of allRoles) {
    const password = passwords[role];
    if (password === undefined) throw new Error(`No password was given for the database role ${role}.`);
    const attributes = `LOGIN PASSWORD ${text(toScramVerifier(password))}`;
    if (!existing.has(role)) {
      await retryConcurrentUpdate(
        client,
        `DO $$ BEGIN CREATE ROLE ${id(role)}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
      );
    }
    await retryConcurrentUpdate(client, `ALTER ROLE ${id(role)} ${attributes}`);
  }
  const perRole = Object.values(serviceRoles).flatMap(({ schema, ownerRole, runtimeRole }) => [
    ...settings(ownerRole, { ...limits.owner, search_path: schema }),
    ...settings(runtimeRole, { ...limits.runtime, search_path: schema }),
    // An administrator without superuser rights can only act for roles it is a member of.
    `GRANT ${id(ownerRole)} TO CURRENT_USER`,
  ]);
  for (const sql of [...perRole, ...settings(verifyRole, limits.verify)])
    await retryConcurrentUpdate(client, sql);
}

function schemaStatements({ schema, ownerRole, runtimeRole }: ServiceRoles): string[] {
  const inSchema = `IN SCHEMA ${id(schema)}`;
  const byDefault = `ALTER DEFAULT PRIVILEGES FOR ROLE ${id(ownerRole)} ${inSchema}`;
  return [
    `CREATE SCHEMA IF NOT EXISTS ${id(schema)} AUTHORIZATION ${id(ownerRole)}`,
    `REVOKE ALL ON SCHEMA ${id(schema)} FROM PUBLIC`,
    `GRANT USAGE ON SCHEMA ${id(schema)} TO ${id(runtimeRole)}, ${id(verifyRole)}`,
    // Without UPDATE and DELETE: migrations grant them table by table, and provisioning again must not add them.
    `${byDefault} GRANT SELECT, INSERT ON TABLES TO ${id(runtimeRole)}`,
    `${byDefault} REVOKE UPDATE, DELETE ON TABLES FROM ${id(runtimeRole)}`,
    `${byDefault} GRANT USAGE ON SEQUENCES TO ${id(runtimeRole)}`,
    `${byDefault} GRANT SELECT ON TABLES TO ${id(verifyRole)}`,
    `${byDefault} GRANT SELECT ON SEQUENCES TO ${id(verifyRole)}`,
    `GRANT USAGE ON ALL SEQUENCES ${inSchema} TO ${id(runtimeRole)}`,
    `GRANT SELECT ON ALL TABLES ${inSchema} TO ${id(verifyRole)}`,
    // Backups contain the current values of sequences.
    `GRANT SELECT ON ALL SEQUENCES ${inSchema} TO ${id(verifyRole)}`,
  ];
}

async function provisionDatabase(client: pg.Client, database: string): Promise<void> {
  const roles = allRoles.map(id).join(', ');
  const statements = [
    `REVOKE ALL ON DATABASE ${id(database)} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${id(database)} TO ${roles}`,
    'REVOKE ALL ON SCHEMA public FROM PUBLIC',
    // For search indexes. Only an administrator may install extensions, so they live in a schema that all may use.
    'CREATE SCHEMA IF NOT EXISTS extensions',
    `GRANT USAGE ON SCHEMA extensions TO ${roles}`,
    'CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions',
    ...Object.values(serviceRoles).flatMap(schemaStatements),
  ];
  await client.query('BEGIN');
  // Serializes concurrent provisioning: the second one finds everything in place.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('desk provisioning'))");
  for (const sql of statements) await client.query(sql);
  await client.query('COMMIT');
}

/**
 * Creates the schemas and roles in the existing database of `adminUrl` and sets the roles' passwords. Safe to repeat at
 * any time, even while the services run.
 */
export async function provision(adminUrl: string, passwords: RolePasswords): Promise<void> {
  const client = new pg.Client(toClientConfig(adminUrl));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await provisionRoles(client, passwords);
    await provisionDatabase(client, rows[0]?.name ?? '');
  } finally {
    await client.end();
  }
}

/** Returns the URL for `role` to connect to the same database. */
export function urlForRole(adminUrl: string, role: string, passwords: RolePasswords): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = encodeURIComponent(passwords[role] ?? '');
  return url.href;
}
