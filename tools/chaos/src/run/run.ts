import { check, type Violation } from '../checks/check.js';
import { drain, type Drained } from '../checks/drain.js';
import { type Cell, toWaves, WAVE } from '../plan/plan.js';
import { type CellResult, runCell } from './run-cell.js';
import { waitFor } from './wait.js';
import type { World } from './world.js';

export interface WaveResult {
  readonly cells: readonly CellResult[];
  readonly drainedMs: number;
  /** Those that were not seen before. */
  readonly violations: readonly Violation[];
}

export interface RunOptions {
  readonly cells: readonly Cell[];
  readonly drainLimitMs: number;
  readonly onWave: (wave: WaveResult) => void;
  /** Let each cell settle by itself, and stop when this one is broken. */
  readonly until?: (promise: string) => boolean;
}

/** Wave after wave. What does not settle ends the run: everything after it would be blamed on the wrong fault. */
export async function runCells(world: World, options: RunOptions): Promise<WaveResult[]> {
  const results: WaveResult[] = [];
  const seen = new Set<string>();
  for (const wave of toWaves(options.cells, options.until ? 1 : WAVE)) {
    const cells: CellResult[] = [];
    for (const cell of wave) cells.push(await runCell(cell, world));
    const { ms, stuck } = await settle(world, options.drainLimitMs);
    const all = [
      ...stuck.map((row): Violation => ({ promise: 'nothing-is-stuck', row })),
      ...(await check(world)),
    ];
    const violations = all.filter((violation) => {
      const key = JSON.stringify(violation);
      return !seen.has(key) && seen.add(key);
    });
    const result = { cells, drainedMs: ms, violations };
    results.push(result);
    options.onWave(result);
    const { until } = options;
    if (stuck.length > 0 || (until && violations.some(({ promise }) => until(promise)))) break;
  }
  return results;
}

/** For those of a process that was just killed; one that comes later changes nothing. */
const WEBHOOKS_WITHIN_MS = 20_000;

/**
 * Webhooks stay as a cell has set them until all has settled: held back, they must not be what recovers a charge.
 * Then they come, and change nothing.
 */
async function settle({ database, sandbox, signal }: World, limitMs: number): Promise<Drained> {
  const first = await drain(database, limitMs, signal);
  await sandbox.resetWebhooks();
  if (first.stuck.length > 0) return first;
  const delivered = async () => (await sandbox.pendingWebhooks()) === 0 || undefined;
  await waitFor(delivered, { forMs: WEBHOOKS_WITHIN_MS, signal });
  const second = await drain(database, limitMs, signal);
  return { ms: first.ms + second.ms, stuck: second.stuck };
}
