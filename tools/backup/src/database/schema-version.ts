import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@desk/contracts';
import { serviceRoles } from '@desk/service-kit';
import pg from 'pg';
import { BackupError } from '../backup-error.js';

/** Timestamps of migrations, by schema, oldest first. */
type SchemaVersion = Readonly<Record<string, readonly string[]>>;

/** Reads which migrations have run. */
export async function readSchemaVersion(client: pg.Client): Promise<SchemaVersion> {
  const version: Record<string, string[]> = {};
  for (const { schema } of Object.values(serviceRoles)) {
    const { rows } = await client.query<{ timestamp: string }>(
      `SELECT timestamp::text FROM ${pg.escapeIdentifier(schema)}.migrations ORDER BY migrations.timestamp`,
    );
    version[schema] = rows.map(({ timestamp }) => timestamp);
  }
  return version;
}

/** Returns the migrations of this release: the names of their files begin with their timestamps. */
export function listReleaseMigrations(): SchemaVersion {
  return Object.fromEntries(
    Object.entries(serviceRoles).map(([service, { schema }]) => [
      schema,
      listMigrationFiles(service as ServiceName),
    ]),
  );
}

function listMigrationFiles(service: ServiceName): string[] {
  const folder = fileURLToPath(
    new URL(`../../../../services/${service}/dist/database/migrations`, import.meta.url),
  );
  if (!existsSync(folder)) throw new BackupError(`${service} is not built: ${folder} is missing.`);
  return readdirSync(folder)
    .flatMap((name) => /^(\d{13})-.*\.js$/.exec(name)?.[1] ?? [])
    .sort();
}

/**
 * After a rollback, the database has migrations that the release which makes the backup lacks.
 * @throws BackupError if the backup is of another version of the schema
 */
export function assertSameVersion(
  backup: SchemaVersion,
  release: SchemaVersion,
  backupRelease: string,
): void {
  const names = [...new Set([...Object.keys(backup), ...Object.keys(release)])];
  const differing = names.filter((name) => backup[name]?.join() !== release[name]?.join());
  if (differing.length === 0) return;
  const describe = (ran: readonly string[] = []): string => `${ran.at(-1) ?? 'none'} (${ran.length} in all)`;
  const lines = differing.map(
    (name) =>
      `${name}: the backup's last migration is ${describe(backup[name])}, this release's is ${describe(release[name])}`,
  );
  throw new BackupError(
    `The backup has other migrations than this release. Restore it with the release that made it (${backupRelease}), or after a rollback with the newer one, then upgrade.\n${lines.join('\n')}`,
  );
}
