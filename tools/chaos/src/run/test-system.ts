import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getFreePort } from '@desk/embedded-servers';
import {
  type CopyPorts,
  createTemporaryStateDir,
  describeSystem,
  findFreeCopyPorts,
  findFreePorts,
  getPrefixedCliEnv,
  launchStack,
  seed,
  type Stack,
} from '@desk/tool-start';
import { AgentWorkload } from '../actors/agent-workload.js';
import { FunnelWorkload } from '../actors/funnel-workload.js';
import type { Evidence } from '../checks/check.js';
import { ConfirmedChanges } from '../checks/confirmed-changes.js';
import { SandboxControl } from '../faults/sandbox-control.js';
import { assertApplied, type EditSet } from '../edits/edits.js';
import { replaceFunctions } from '../edits/replace-functions.js';
import { shortTimes, shortTimesEnv } from '../edits/short-times.js';
import { Links } from '../network/links.js';
import { LoadBalancer } from '../network/load-balancer.js';
import { Reconciliation } from '../checks/reconciliation.js';
import { Database, withAdministrator } from './database.js';
import { createCallService } from '@desk/tool-privacy';

const RESTART_DELAY_MS = 500;
const WEBHOOK_PATH = '/api/webhooks/stripe';
/**
 * Refunds made at the provider are found soon even if their webhooks are held back. Only the checks compare with the
 * provider, so that they see every difference first.
 */
const BILLING_ENV = {
  PROVIDER_EVENTS_INTERVAL_MS: '5000',
  RECONCILIATION_INTERVAL_MINUTES: '0',
  RECONCILIATION_MIN_AGE_SECONDS: '1',
};
const LOADER = new URL('../edits/loader.js', import.meta.url).href;

/** A complete system that only this run uses, with its actors. */
export interface TestSystem extends Evidence {
  readonly stack: Stack;
  readonly links: Links;
  readonly chaosDir: string;
  readonly signal: AbortSignal;
  readonly stop: () => Promise<void>;
}

export interface TestSystemOptions {
  /** How many copies of each service run. */
  readonly copies: number;
  readonly signal: AbortSignal;
  /** Applied to the services as they load, and to their SQL functions. */
  readonly editSets?: readonly EditSet[];
  /** Root of the release whose services are started. By default this build. */
  readonly servicesRoot?: string;
  /** Called with the folder of data and logs if it is kept. */
  readonly onKept: (folder: string) => void;
}

/** Runs `work` on a fresh system. Keeps its folder if `mustKeep` returns true or `work` fails. */
export async function withTestSystem<T>(
  options: TestSystemOptions,
  work: (system: TestSystem) => Promise<T>,
  mustKeep: (result: T) => boolean,
): Promise<T> {
  const stateDir = createTemporaryStateDir('chaos');
  let isKept = true;
  try {
    const system = await startTestSystem(stateDir, options);
    try {
      const result = await work(system);
      isKept = mustKeep(result);
      return result;
    } finally {
      await system.stop();
    }
  } finally {
    if (isKept && !options.signal.aborted) options.onKept(stateDir);
    else rmSync(stateDir, { recursive: true, force: true });
  }
}

async function startTestSystem(
  stateDir: string,
  { copies, signal, editSets = [], servicesRoot }: TestSystemOptions,
): Promise<TestSystem> {
  const chaosDir = join(stateDir, 'chaos');
  mkdirSync(chaosDir, { recursive: true });
  const ports = await findFreePorts();
  const moreCopies: CopyPorts[] = [];
  while (moreCopies.length < copies - 1) moreCopies.push(await findFreeCopyPorts());
  const gatewayPorts = [ports, ...moreCopies].map(({ web }) => web);
  const balancer = await LoadBalancer.start(await getFreePort(), gatewayPorts);
  const links = await Links.open(ports, copies);
  const closeNetwork = async (): Promise<void> => {
    await links.close();
    await balancer.close();
  };
  const stack = await launchStack({
    stateDir,
    ports,
    moreCopies,
    env: { PUBLIC_URL: balancer.url },
    ...(servicesRoot === undefined ? {} : { servicesRoot }),
    extraEnv: (name, env, copy) => ({
      CHAOS_DIR: chaosDir,
      LOG_LEVEL: 'info',
      // Every sign-up comes from one network and is retried, which the rate limits would refuse.
      RATE_LIMIT_FACTOR: '100',
      // Only the sample agents confirm their address, so that lead emails of both kinds are sent.
      EMAIL_CONFIRMATION_HOURS: '0',
      ...(name === 'billing' ? BILLING_ENV : {}),
      ...(name === 'sandbox' ? { SANDBOX_WEBHOOK_URL: `${balancer.url}${WEBHOOK_PATH}` } : {}),
      ...links.envFor(name, env, copy),
      ...(editSets.length > 0 ? { CHAOS_EDITS: editSets.map((set) => set.name).join(',') } : {}),
      ...(editSets.includes(shortTimes) ? shortTimesEnv : {}),
    }),
    nodeArgs: editSets.length > 0 ? ['--import', LOADER] : [],
    restartDelayMs: RESTART_DELAY_MS,
    signal,
  }).catch(async (error: unknown) => {
    await closeNetwork();
    throw error;
  });
  const system = describeSystem(stack, {});
  const database = new Database(system.verifyDatabaseUrl);
  const stop = async (): Promise<void> => {
    await database.close().catch(() => undefined);
    await stack.stop();
    await closeNetwork();
  };
  try {
    await replaceFunctions(editSets, stack, chaosDir);
    for (const editSet of editSets) assertApplied(editSet, chaosDir);
    const seeded = await seed(stack);
    const confirmedChanges = new ConfirmedChanges();
    const publishableKey = stack.secrets.stripePublishableKey;
    const cardForm = { sandboxUrl: system.sandboxUrl, publishableKey };
    const sandbox = new SandboxControl(system.sandboxUrl, system.stripe.secretKey);
    const administer = <Row extends object>(sql: string, values: unknown[]): Promise<Row[]> =>
      withAdministrator(stack, async (client) => (await client.query<Row>(sql, values)).rows);
    const environment = { webUrl: system.webUrl, cardForm, sandbox, database, administer, signal };
    return {
      stack,
      links,
      chaosDir,
      signal,
      stop,
      target: { databaseUrl: system.verifyDatabaseUrl, stripe: system.stripe },
      database,
      sandbox,
      funnel: new FunnelWorkload(system.webUrl, seeded.funnelKey, signal),
      agents: await AgentWorkload.create(seeded, environment, confirmedChanges, (email) =>
        eraseAccount(stack, email),
      ),
      confirmedChanges,
      reconciliation: new Reconciliation(getPrefixedCliEnv(stack)['BILLING_DATABASE_URL'] ?? '', database),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Erases an agent's account as the operator's command does. The running services do the rest. */
async function eraseAccount(stack: Stack, email: string): Promise<void> {
  const call = createCallService({ ...process.env, ...getPrefixedCliEnv(stack) });
  await call('accounts', { action: 'erase-agent', agent: { email } });
}
