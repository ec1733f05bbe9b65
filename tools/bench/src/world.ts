import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  describeSystem,
  launchStack,
  randomPorts,
  type RunningSystem,
  seed,
  seedAgent,
  type Stack,
  temporaryStateDir,
} from '@desk/tool-start';
import { countUnfinished } from '@desk/tool-verify';
import { LEADS_PER_AGENT } from './options.js';

export interface World {
  readonly stack: Stack;
  readonly system: RunningSystem;
  close(): Promise<void>;
}

/** Their password is `secrets.agentPassword`. */
export const buyerEmail = (index: number): string => `buyer${index}@example.com`;

const DRAIN_LIMIT_MS = 180_000;

const interruption = new AbortController();
const closers = new Set<() => Promise<void>>();
const interrupt = (): void => {
  interruption.abort();
  void Promise.allSettled([...closers].map((close) => close())).finally(() => process.exit(130));
};

/** A fresh system of its own with so many buyers, and nothing else in it. */
export async function createWorld(agents: number): Promise<World> {
  const stateDir = temporaryStateDir('bench');
  const launching = launchStack({
    stateDir,
    signal: interruption.signal,
    ports: await randomPorts(),
    // All buyers sign up from one address.
    extraEnv: (name) => (name === 'accounts' ? { RATE_LIMIT_FACTOR: '1000' } : {}),
  });
  // A launch that is interrupted stops what it has started, and then fails.
  const close = async (): Promise<void> => {
    closers.delete(close);
    const launched = await launching.catch(() => undefined);
    await launched?.stop();
    rmSync(stateDir, { recursive: true, force: true });
  };
  closers.add(close);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    if (!process.listeners(signal).includes(interrupt)) process.once(signal, interrupt);
  try {
    const stack = await launching;
    await seed(stack);
    for (let index = 0; index < agents; index += 1) await seedBuyer(stack, index);
    return { stack, system: describeSystem(stack, {}), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const seedBuyer = ({ urls, secrets }: Stack, index: number): Promise<void> =>
  seedAgent(
    {
      firstName: 'Buyer',
      lastName: `Number ${index}`,
      email: buyerEmail(index),
      phone: `+1212555${String(1_300 + index).padStart(4, '0')}`,
      companyName: '',
      dailyLeadLimit: LEADS_PER_AGENT,
      card: 'pm_card_visa',
    },
    secrets.agentPassword,
    urls,
    secrets.stripePublishableKey,
  );

/** Resolves once nothing is under way any more. */
export async function drain({ system }: World): Promise<void> {
  const end = Date.now() + DRAIN_LIMIT_MS;
  while ((await countUnfinished(system.verifyDatabaseUrl)) > 0) {
    if (Date.now() > end) throw new Error(`Not everything was settled within ${DRAIN_LIMIT_MS / 1_000} s.`);
    await pause(250);
  }
}
