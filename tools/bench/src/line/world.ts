import { rmSync } from 'node:fs';
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
import { type BenchOptions, LEADS_PER_AGENT } from '../options.js';

export interface World {
  readonly stack: Stack;
  readonly system: RunningSystem;
  close(): Promise<void>;
}

/** A fresh system of its own with enough buyers, and nothing in it. */
export async function createWorld(options: BenchOptions): Promise<World> {
  const stateDir = temporaryStateDir('bench');
  const close = async (stack?: Stack): Promise<void> => {
    await stack?.stop();
    rmSync(stateDir, { recursive: true, force: true });
  };
  let stack: Stack | undefined;
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      interruption.abort();
      if (stack) void close(stack).finally(() => process.exit(130));
    });
  try {
    stack = await launchStack({
      stateDir,
      signal: interruption.signal,
      ports: await randomPorts(),
      // All buyers sign up from one address.
      extraEnv: (name) => (name === 'accounts' ? { RATE_LIMIT_FACTOR: '100' } : {}),
    });
    const started = stack;
    await seed(started);
    for (let index = 0; index < options.agents; index += 1) await seedBuyer(started, index);
    return { stack: started, system: describeSystem(started, {}), close: () => close(started) };
  } catch (error) {
    await close(stack);
    throw error;
  }
}

const seedBuyer = ({ urls, secrets }: Stack, index: number): Promise<void> =>
  seedAgent(
    {
      firstName: 'Buyer',
      lastName: `Number ${index}`,
      email: `buyer${index}@example.com`,
      phone: `+1212555${String(1_300 + index).padStart(4, '0')}`,
      companyName: '',
      dailyLeadLimit: LEADS_PER_AGENT,
      card: 'pm_card_visa',
    },
    secrets.agentPassword,
    urls,
    secrets.stripePublishableKey,
  );
