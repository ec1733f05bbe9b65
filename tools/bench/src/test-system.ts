import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  describeSystem,
  launchStack,
  findFreePorts,
  type RunningSystem,
  seed,
  type Stack,
  type StackOptions,
  createTemporaryStateDir,
} from '@desk/tool-start';
import { countUnfinished, type Finding, verify } from '@desk/tool-verify';
import { seedBuyer } from '@desk/tool-workload';
import pg from 'pg';
import { profilingArgs, statementSettings, writeStatements } from './profile.js';

export interface TestSystem {
  readonly stack: Stack;
  readonly stateDir: string;
  readonly system: RunningSystem;
  /** May read all tables. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** The password of every buyer is `stack.secrets.agentPassword`. */
export const buyerEmail = (index: number): string => `buyer${index}@example.com`;

/**
 * In a run, tables grow from nothing to thousands of rows within a minute, at which PostgreSQL usually updates its statistics.
 * A plan made for an empty table reads all of it, which no installation sees for long.
 */
const growthSettings = { autovacuum_naptime: '2s' };

const DRAIN_TIMEOUT_MS = 180_000;
const DRAIN_POLL_MS = 250;

const interruption = new AbortController();
const openSystems = new Set<() => Promise<void>>();
const interrupt = (): void => {
  interruption.abort();
  void Promise.allSettled([...openSystems].map((close) => close())).finally(() => process.exit(130));
};

export interface TestSystemOptions {
  readonly agents: number;
  /** Folder to write profiles to. */
  readonly profile?: string | undefined;
  /** Further options. Receives the folder of the system, which is removed with it. */
  readonly stackOptions?: (stateDir: string) => Pick<StackOptions, 'nodeArgs' | 'extraEnv'>;
}

/** Starts a fresh system with this many buyers who have a card and the highest daily limit. */
export async function createTestSystem({
  agents,
  profile,
  stackOptions,
}: TestSystemOptions): Promise<TestSystem> {
  const stateDir = createTemporaryStateDir('bench');
  const { nodeArgs = [], extraEnv } = stackOptions?.(stateDir) ?? {};
  const launching = launchStack({
    stateDir,
    signal: interruption.signal,
    ports: await findFreePorts(),
    nodeArgs: [...nodeArgs, ...(profile === undefined ? [] : profilingArgs(profile))],
    postgresSettings: { ...growthSettings, ...(profile !== undefined && statementSettings) },
    // All requests come from one network, so the rate limits would refuse them.
    extraEnv: (name, env, copy) => ({
      ...extraEnv?.(name, env, copy),
      ...(name === 'accounts' || name === 'gateway' ? { RATE_LIMIT_FACTOR: '1000' } : {}),
    }),
  });
  // An interrupted launch stops what it started and then rejects.
  const close = async (): Promise<void> => {
    openSystems.delete(close);
    const launched = await launching.catch(() => undefined);
    if (launched && profile !== undefined) await writeStatements(launched.urls.database, profile);
    await launched?.stop();
    rmSync(stateDir, { recursive: true, force: true });
  };
  openSystems.add(close);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    if (!process.listeners(signal).includes(interrupt)) process.once(signal, interrupt);
  try {
    const stack = await launching;
    await seed(stack);
    for (let index = 0; index < agents; index += 1) await seedBuyer(stack, buyerEmail(index), index);
    const system = describeSystem(stack, {});
    const pool = new pg.Pool({ connectionString: system.verifyDatabaseUrl, max: 2 });
    return { stack, stateDir, system, pool, close: () => pool.end().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs `work` on a fresh system, and removes the system. */
export async function withTestSystem<T>(
  options: TestSystemOptions,
  work: (testSystem: TestSystem) => Promise<T>,
): Promise<T> {
  const testSystem = await createTestSystem(options);
  try {
    return await work(testSystem);
  } finally {
    await testSystem.close();
  }
}

/** Resolves once nothing is in progress. */
export async function drain({ system }: TestSystem): Promise<void> {
  const deadline = Date.now() + DRAIN_TIMEOUT_MS;
  while ((await countUnfinished(system.verifyDatabaseUrl)) > 0) {
    if (Date.now() > deadline)
      throw new Error(`The system did not drain within ${DRAIN_TIMEOUT_MS / 1_000} s.`);
    await pause(DRAIN_POLL_MS);
  }
}

export const checkInvariants = (
  { system }: TestSystem,
  acknowledged: readonly string[] = [],
): Promise<Finding[]> =>
  verify({ databaseUrl: system.verifyDatabaseUrl, stripe: system.stripe, acknowledged });
