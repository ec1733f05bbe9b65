import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeSystem, launchStack, findFreePorts, seed, type Stack } from '@desk/tool-start';
import { AgentWorkload } from '../actors/agent-workload.js';
import { FunnelWorkload } from '../actors/funnel-workload.js';
import type { Evidence } from '../checks/check.js';
import { ConfirmedChanges } from '../checks/confirmed-changes.js';
import { SandboxControl } from '../faults/sandbox-control.js';
import { Database } from './database.js';
import { eraseAccount } from './erase-account.js';

const RESTART_DELAY_MS = 50;

/** A complete system that only this run uses, with its actors. */
export interface TestSystem extends Evidence {
  readonly stack: Stack;
  readonly chaosDir: string;
  readonly signal: AbortSignal;
  readonly stop: () => Promise<void>;
}

export interface TestSystemOptions {
  readonly stateDir: string;
  readonly signal: AbortSignal;
  /** Node arguments that load a mutant. */
  readonly nodeArgs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export async function startTestSystem(options: TestSystemOptions): Promise<TestSystem> {
  const { stateDir, signal, nodeArgs, env } = options;
  const chaosDir = join(stateDir, 'chaos');
  mkdirSync(chaosDir, { recursive: true });
  const stack = await launchStack({
    stateDir,
    ports: await findFreePorts(),
    extraEnv: () => ({
      CHAOS_DIR: chaosDir,
      LOG_LEVEL: 'info',
      // Every sign-up comes from one network and is retried, which the rate limits would refuse.
      RATE_LIMIT_FACTOR: '100',
      // Only the sample agents confirm their address, so that lead emails of both kinds are sent.
      EMAIL_CONFIRMATION_HOURS: '0',
      ...env,
    }),
    nodeArgs,
    restartDelayMs: RESTART_DELAY_MS,
    signal,
  });
  const system = describeSystem(stack, {});
  const database = new Database(system.verifyDatabaseUrl);
  const stop = async (): Promise<void> => {
    await database.close().catch(() => undefined);
    await stack.stop();
  };
  try {
    const seeded = await seed(stack);
    const confirmedChanges = new ConfirmedChanges();
    const publishableKey = stack.secrets.stripePublishableKey;
    const cardForm = { sandboxUrl: system.sandboxUrl, publishableKey };
    const sandbox = new SandboxControl(system.sandboxUrl, system.stripe.secretKey);
    const environment = { webUrl: system.webUrl, cardForm, signal };
    return {
      stack,
      chaosDir,
      signal,
      stop,
      target: { databaseUrl: system.verifyDatabaseUrl, stripe: system.stripe },
      database,
      sandbox,
      funnel: new FunnelWorkload(system.webUrl, seeded.funnelKey, signal),
      agents: await AgentWorkload.create(seeded, environment, database, sandbox, confirmedChanges, (email) =>
        eraseAccount(stack, email),
      ),
      confirmedChanges,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
