import { join } from 'node:path';
import { getProgram, runMigrations, type RunnableService } from '@desk/tool-start';
import { seededRandom } from '@desk/tool-workload';
import { check } from '../checks/check.js';
import { drain, NOTHING_STUCK } from '../checks/drain.js';
import type { TestSystem } from '../run/test-system.js';

const DRAIN_TIMEOUT_MS = 90_000;
const BURST_LEADS = 6;
const BURST_MS = 1_000;
/** What the agents do during the update, in turn. */
const circumstances = ['plain', 'eligibility', 'cascade', 'limit', 'sign-up'] as const;

/** A release may be rolled out in any order of its services. */
export const updateOrders: readonly (readonly RunnableService[])[] = [
  ['gateway', 'accounts', 'lead-router', 'billing', 'notifier'],
  ['notifier', 'billing', 'lead-router', 'accounts', 'gateway'],
];

/** Replaces one process after the other with this build while leads are posted, then checks every invariant. */
export async function runUpdate(system: TestSystem, order: readonly RunnableService[], seed: number) {
  const { stack, database, funnel, signal } = system;
  let isUpdated = false;
  const update = async (): Promise<void> => {
    // Migrations come first, and must keep the previous release working.
    await runMigrations(
      stack.urls.database,
      stack.secrets.databasePasswords,
      join(stack.logsDir, 'migrate.log'),
      stack.mode.nodeEnv,
    );
    for (const service of order)
      for (const copy of stack.services[service]) {
        signal.throwIfAborted();
        await copy.replaceProgram(getProgram(`services/${service}`));
      }
  };
  await Promise.all([update().finally(() => (isUpdated = true)), postLeads(system, seed, () => isUpdated)]);
  const { durationMs, stuck } = await drain(database, DRAIN_TIMEOUT_MS, signal);
  const violations = [...stuck.map((row) => ({ invariant: NOTHING_STUCK, row })), ...(await check(system))];
  return { order, leads: funnel.acknowledged.length, drainMs: durationMs, violations };
}

/** Goes through every circumstance at least once, until the update has ended and once more after it. */
async function postLeads(
  { funnel, agents }: TestSystem,
  seed: number,
  isUpdated: () => boolean,
): Promise<void> {
  const random = seededRandom(seed);
  for (let round = 0, isLast = false; !isLast; round += 1) {
    const circumstance = circumstances[round % circumstances.length] ?? 'plain';
    isLast = isUpdated() && round >= circumstances.length;
    await agents.prepare(circumstance);
    await Promise.all([funnel.burst(BURST_LEADS, BURST_MS, random), agents.act(circumstance, random)]);
    await agents.restore(circumstance);
  }
}
