import { provision, readRolePasswords, serviceRoles, urlForRole, toClientConfig } from '@desk/service-kit';
import { serviceNames, type ServiceName } from '@desk/contracts';
import pg from 'pg';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Prepares the database for this version of the services. Runs before they start; may be repeated.
// DATABASE_URL connects as an administrator. DATABASE_PASSWORDS is a JSON object from role to password.
async function main(): Promise<void> {
  const { DATABASE_URL: adminUrl, DATABASE_PASSWORDS: passwordsJson } = process.env;
  if (!adminUrl) throw new Error('DATABASE_URL is missing. Set it to the database, as an administrator.');
  const passwords = readRolePasswords(passwordsJson || '{}');
  await ensureDatabase(adminUrl);
  await provision(adminUrl, passwords);
  console.log('schemas and roles are in place');
  // In parallel, because each service has its own schema.
  const results = await Promise.allSettled(
    serviceNames.map((service) =>
      migrateService(service, urlForRole(adminUrl, serviceRoles[service].ownerRole, passwords)),
    ),
  );
  const failures = results.filter((result) => result.status === 'rejected');
  results.forEach((result, index) => {
    if (result.status === 'fulfilled') console.log(`${serviceNames[index] ?? ''}: ${result.value}`);
  });
  if (failures.length > 0) throw new AggregateError(failures.map(({ reason }) => reason as Error));
}

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
async function ensureDatabase(adminUrl: string): Promise<void> {
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

/**
 * Runs the migrations of one service in a separate process, as the role that owns its schema. Returns the last line of
 * its output.
 * @throws with the whole output
 */
function migrateService(service: ServiceName, ownerUrl: string): Promise<string> {
  const file = fileURLToPath(new URL(`../../../services/${service}/dist/migrate.js`, import.meta.url));
  if (!existsSync(file)) throw new Error(`${service} is not built: ${file} is missing.`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file], {
      // The process connects as one role and needs no other's password.
      env: { ...process.env, DATABASE_URL: ownerUrl, DATABASE_PASSWORDS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output.trim().split('\n').at(-1) ?? '');
      else reject(new Error(`The migrations of ${service} failed:\n${output.trim()}`));
    });
  });
}

try {
  await main();
} catch (error) {
  const errors = error instanceof AggregateError ? (error.errors as Error[]) : [error as Error];
  for (const { message } of errors) console.error(message);
  process.exitCode = 1;
}
