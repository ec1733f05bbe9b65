import { rmSync } from 'node:fs';
import { eventually } from '@desk/testing';
import passport from 'passport';
import { SessionStrategy } from '../src/auth/session.strategy.js';
import { services, TestSystem } from './test-system.js';

interface Shared {
  readonly system: TestSystem;
  /** Those that nothing is written to before the first test. */
  readonly emptyTables: readonly string[];
}

let shared: Promise<Shared> | undefined;

/**
 * Returns a system with empty tables, which starts once per worker: its test files use it one after the other. A file that
 * needs other settings, or counts what Redis or the providers hold, starts a `TestSystem` of its own.
 */
export async function shareSystem(): Promise<TestSystem> {
  shared ??= start();
  const { system, emptyTables } = await shared;
  // A process has one session strategy, that of the gateway which started last.
  passport.use('session', system.gateway.app.get(SessionStrategy));
  const ended = services.filter((service) => system.processes.get(service)?.isRunning() !== true);
  await Promise.all(ended.map((service) => system.startService(service)));
  // What the last file set going would write its rows later.
  await eventually(async () => (await countMessagesUnderWay(system)) === 0, { timeoutMs: 120_000 });
  await eventually(() => system.query('accounts', `TRUNCATE ${emptyTables.join(', ')}`));
  return system;
}

async function start(): Promise<Shared> {
  const system = await TestSystem.start();
  // It goes on running for the next test file.
  system.stop = () => Promise.resolve();
  process.once('exit', () => {
    for (const started of system.processes.values()) started.kill();
    rmSync(system.chaosDir, { recursive: true, force: true });
  });
  // Jest ends workers with this signal.
  process.once('SIGTERM', () => process.exit());
  return { system, emptyTables: await listEmptyTables(system) };
}

async function listEmptyTables(system: TestSystem): Promise<string[]> {
  const schemas = Object.values(system.database.services).map(({ schema }) => schema);
  const tables = await system.query<{ name: string }>(
    'accounts',
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = ANY ($1)`,
    [schemas],
  );
  const isEmpty = await Promise.all(
    tables.map(
      async ({ name }) => (await system.query('accounts', `SELECT 1 FROM ${name} LIMIT 1`)).length === 0,
    ),
  );
  return tables.filter((_, index) => isEmpty[index]).map(({ name }) => name);
}

async function countMessagesUnderWay(system: TestSystem): Promise<number> {
  const sql = 'SELECT count(*)::int AS count FROM outbox WHERE failures = 0 AND NOT is_delayed';
  const counts = await Promise.all(services.map((service) => system.query<{ count: number }>(service, sql)));
  return counts.flat().reduce((sum, { count }) => sum + count, 0);
}
