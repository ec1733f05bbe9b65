import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeSystem, launchStack, randomPorts, seed, type Stack } from '@desk/tool-start';
import type { Witnesses } from '../checks/check.js';
import { Promises } from '../checks/promises.js';
import { SandboxControl } from '../faults/sandbox-control.js';
import { Crew } from '../people/crew.js';
import { Funnel } from '../people/funnel.js';
import { Database } from './database.js';

const RESTART_DELAY_MS = 50;

/** A whole system of its own, with its people. */
export interface World extends Witnesses {
  readonly stack: Stack;
  readonly chaosDir: string;
  readonly signal: AbortSignal;
  readonly stop: () => Promise<void>;
}

export interface WorldOptions {
  readonly stateDir: string;
  readonly signal: AbortSignal;
  /** For a planted bug. */
  readonly nodeArgs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export async function openWorld({ stateDir, signal, nodeArgs, env }: WorldOptions): Promise<World> {
  const chaosDir = join(stateDir, 'chaos');
  mkdirSync(chaosDir, { recursive: true });
  const stack = await launchStack({
    stateDir,
    ports: await randomPorts(),
    // All newcomers come from one address and try again and again.
    extraEnv: () => ({ CHAOS_DIR: chaosDir, LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: '100', ...env }),
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
    const promises = new Promises();
    const places = {
      web: system.webUrl,
      sandbox: system.sandboxUrl,
      publishableKey: stack.secrets.stripePublishableKey,
      signal,
    };
    return {
      stack,
      chaosDir,
      signal,
      stop,
      target: { databaseUrl: system.verifyDatabaseUrl, stripe: system.stripe },
      database,
      sandbox: new SandboxControl(system.sandboxUrl, system.stripe.secretKey),
      funnel: new Funnel(system.webUrl, seeded.funnelKey, signal),
      crew: await Crew.gather(seeded, places, database, promises),
      promises,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
