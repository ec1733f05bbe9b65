import { invariants } from '@desk/tool-verify';
import type { Database } from '../run/database.js';
import { waitFor } from '../run/wait.js';

const stuck = invariants.find(({ name }) => name === 'nothing-is-stuck')?.sql ?? '';

/** Beside what the invariant calls stuck: every lead has a buyer again, and no standing waits to be told. */
const UNSETTLED = `
  ${stuck}
  UNION ALL SELECT 'lead', id::text, status FROM leads.leads WHERE status = 'available'
  UNION ALL SELECT 'standing', user_id::text, 'stale' FROM accounts.stale_standings`;

export interface Drained {
  readonly ms: number;
  /** What was still under way when the time was up. */
  readonly stuck: readonly object[];
}

/** Waits until nothing is under way. Call it when buyers with room are there for every lead. */
export async function drain(database: Database, limitMs: number, signal: AbortSignal): Promise<Drained> {
  const started = Date.now();
  let left: object[] = [];
  await waitFor(
    async () => {
      left = await database.rows(UNSETTLED);
      return left.length === 0 || undefined;
    },
    { forMs: limitMs, everyMs: 150, signal },
  );
  return { ms: Date.now() - started, stuck: left };
}
