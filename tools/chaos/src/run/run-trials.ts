import { type Arrivals, countArrivals } from '../checks/channel-messages.js';
import { check, type Violation } from '../checks/check.js';
import { drain, NOTHING_STUCK } from '../checks/drain.js';
import { NEIGHBORS_SUCCEED } from '../faults/poison.js';
import { toBatches, type Trial } from '../plan/plan.js';
import { runTrial, type TrialResult } from './run-trial.js';
import type { TestSystem } from './test-system.js';
import { waitFor } from './wait-for.js';

export interface BatchResult {
  readonly trials: readonly TrialResult[];
  readonly drainMs: number;
  /** Time until only planned retries were left, before held-back webhooks were sent. */
  readonly recoveryMs: number;
  /** Since the system was started. */
  readonly arrivals: Arrivals;
  /** Violations that no earlier batch reported. */
  readonly violations: readonly Violation[];
}

interface RunOptions {
  readonly trials: readonly Trial[];
  readonly drainTimeoutMs: number;
  readonly onBatch: (batch: BatchResult) => void;
  /** Drains after every trial, and stops once this invariant is violated. */
  readonly stopAt?: string;
  /** Continues if the system does not drain, although later violations may then be attributed to the wrong fault. */
  readonly continuesWhenStuck?: boolean;
}

export async function runTrials(system: TestSystem, options: RunOptions): Promise<BatchResult[]> {
  const { stopAt, continuesWhenStuck = false } = options;
  const results: BatchResult[] = [];
  const reported = new Set<string>();
  for (const batch of toBatches(options.trials, stopAt === undefined ? undefined : 1)) {
    const trials: TrialResult[] = [];
    for (const trial of batch) trials.push(await runTrial(trial, system));
    const { durationMs, recoveryMs, stuck, isComplete } = await drainWithWebhooks(
      system,
      options.drainTimeoutMs,
    );
    const found: Violation[] = [
      ...trials.flatMap(({ heldUp }) => heldUp.map((row) => ({ invariant: NEIGHBORS_SUCCEED, row }))),
      ...stuck.map((row) => ({ invariant: NOTHING_STUCK, row })),
      ...(await check(system)),
    ];
    const violations = found.filter((violation) => {
      const key = JSON.stringify(violation);
      return !reported.has(key) && reported.add(key);
    });
    const arrivals = await readArrivals(system);
    const result = { trials, drainMs: durationMs, recoveryMs, arrivals, violations };
    results.push(result);
    options.onBatch(result);
    if (!isComplete && !continuesWhenStuck) break;
    if (violations.some(({ invariant }) => invariant === stopAt)) break;
  }
  return results;
}

async function readArrivals({ sandbox }: TestSystem): Promise<Arrivals> {
  return countArrivals(await sandbox.list('mails'), await sandbox.arrived());
}

/** Time to wait for webhooks whose receiver was just killed. The check reports those that arrive later. */
const WEBHOOK_TIMEOUT_MS = 20_000;

/**
 * Drains first while the trial still holds webhooks back, because a charge must complete without them. Then sends them
 * and drains again.
 */
async function drainWithWebhooks({ database, sandbox, signal }: TestSystem, timeoutMs: number) {
  const first = await drain(database, timeoutMs, signal);
  await sandbox.setWebhooks();
  const { recoveryMs } = first;
  if (!first.isComplete) return first;
  const allAcknowledged = async () =>
    (await sandbox.list('webhooks')).every(({ state }) => state !== 'pending') || undefined;
  await waitFor(allAcknowledged, { timeoutMs: WEBHOOK_TIMEOUT_MS, signal });
  const second = await drain(database, timeoutMs, signal);
  return { ...second, durationMs: first.durationMs + second.durationMs, recoveryMs };
}
