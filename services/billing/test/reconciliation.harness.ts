import { randomUUID } from 'node:crypto';
import {
  type Difference,
  getReconciliation,
  listDifferences,
  type ReconciliationRun,
  startReconciliation,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { BillingHarness } from './billing.harness.js';

export const caller = { address: '192.0.2.1', userAgent: null };
const ANY = { state: null, kind: null, object: null, after: null, limit: 200 } as const;

/** Starts comparisons and reads what they found. */
export class ReconciliationHelper {
  constructor(private readonly billing: BillingHarness) {}

  async list(): Promise<Difference[]> {
    return (await this.billing.commands.send(listDifferences, ANY)).differences;
  }

  /** Returns `object kind state` of each difference, by the id at the provider. */
  async states(): Promise<Record<string, string>> {
    const differences = await this.list();
    return Object.fromEntries(
      differences.map(({ providerId, object, kind, state }) => [providerId, `${object} ${kind} ${state}`]),
    );
  }

  start(): Promise<ReconciliationRun> {
    return this.billing.commands.send(startReconciliation, { actorId: randomUUID(), caller });
  }

  waitUntilFinished(id: string): Promise<ReconciliationRun> {
    return eventually(async () => {
      const { runs } = await this.billing.commands.send(getReconciliation, {});
      const run = runs.find((row) => row.id === id);
      if (!run?.finishedAt) throw new Error(`the run: ${run?.failure ?? run?.phase ?? 'not listed'}`);
      return run;
    });
  }

  /** Compares the hour before `to`. */
  async compareUntil(to: Date): Promise<void> {
    const id = randomUUID();
    await this.billing.pool.query(
      `INSERT INTO reconciliation_runs (id, trigger, window_from, window_to)
       VALUES ($1, 'command', $2::timestamptz - interval '1 hour', $2)`,
      [id, to],
    );
    await this.waitUntilFinished(id);
  }

  /**
   * Compares everything that has happened until now. Waits for the current second to end, because windows end at whole
   * seconds.
   */
  async compare(): Promise<ReconciliationRun> {
    const startedAt = Date.now();
    for (;;) {
      const run = await this.waitUntilFinished((await this.start()).id);
      if (new Date(run.to ?? 0).getTime() > startedAt) return run;
    }
  }
}
