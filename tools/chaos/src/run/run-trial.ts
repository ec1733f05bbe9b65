import { seededRandom } from '@desk/tool-workload';
import { FaultInjector } from '../faults/fault-injector.js';
import type { Trial } from '../plan/plan.js';
import type { TestSystem } from './test-system.js';
import { isProviderAway, waitForResolution } from './unknown-payments.js';
import type { Database } from './database.js';
import { waitFor } from './wait-for.js';

export type TrialResult = Awaited<ReturnType<typeof runTrial>>;

const BURST_MS = 300;
/** Long enough for the buyers' changes to be confirmed during the burst. */
const LONG_BURST_MS = 1_200;

/** Posts a burst of leads and injects one fault. Returns once the fault happened and every post was answered. */
export async function runTrial(trial: Trial, system: TestSystem) {
  const { kind, circumstance, leads } = trial;
  const { stack, links, sandbox, chaosDir, database, funnel, agents, signal } = system;
  const random = seededRandom(trial.seed);
  const injector = new FaultInjector({ stack, links, sandbox, chaosDir, random, signal });
  await agents.prepare(circumstance);
  const breaker = kind.opensCircuitBreaker ? await readCircuitBreaker(database) : undefined;
  await injector.arm(kind);
  const inject = async () => {
    await injector.inject(kind);
    return isProviderAway(kind) ? waitForResolution(database, signal) : undefined;
  };
  const [leadIds, , resolution] = await Promise.all([
    funnel.burst(leads, burstDurationMs(trial), random),
    agents.act(circumstance, random),
    inject(),
  ]);
  const hasOpened = breaker === undefined || (await waitUntilOpen(database, breaker, signal));
  const { notInjected, ...injected } = await injector.finish(kind);
  await agents.restore(circumstance);
  const missed = hasOpened ? [] : ['the circuit breaker did not open'];
  return {
    trial,
    leadIds,
    ...injected,
    notInjected: [...notInjected, ...missed],
    /** Only after an outage of the card provider. */
    ...(resolution && { resolution }),
  };
}

/** Leads are also posted while a dependency is down. */
function burstDurationMs({ kind, circumstance }: Trial): number {
  const outagesMs = kind.faults.map((fault) =>
    fault.type === 'cut' || fault.type === 'outage' ? fault.forMs : 0,
  );
  const isLong = circumstance === 'eligibility' || circumstance === 'limit' || circumstance === 'erasure';
  return Math.max(isLong ? LONG_BURST_MS : BURST_MS, ...outagesMs);
}

const TIMEOUT_MS = 30_000;
/** The version is even while the provider counts as available, and 0 at first. */
const SELECT_STATE =
  'SELECT (version + 1) / 2 AS openings, NOT is_available AS "isOpen" FROM billing.provider_status';

interface State {
  /** How often billing has opened it, in all copies together. */
  readonly openings: number;
  readonly isOpen: boolean;
}

/** Returns the state of billing's circuit breaker. */
async function readCircuitBreaker(database: Database): Promise<State> {
  const [row] = await database.rows<State>(SELECT_STATE);
  return row ?? { openings: 0, isOpen: false };
}

/** Returns whether the circuit breaker is open, or was after `before`, within 30 s. */
async function waitUntilOpen(database: Database, before: State, signal: AbortSignal): Promise<boolean> {
  const wasOpen = async (): Promise<true | undefined> => {
    const { openings, isOpen } = await readCircuitBreaker(database);
    return isOpen || openings > before.openings || undefined;
  };
  return (await waitFor(wasOpen, { timeoutMs: TIMEOUT_MS, signal })) ?? false;
}
