import { invariants } from '@desk/tool-verify';
import type { Database } from '../run/database.js';
import { waitFor } from '../run/wait-for.js';

export const NOTHING_STUCK = 'nothing-stuck';
const nothingStuck = invariants.find(({ name }) => name === NOTHING_STUCK);
if (!nothingStuck) throw new Error(`the invariant ${NOTHING_STUCK} does not exist`);

const WAITING_LEAD = 'waiting lead';
/** Stricter than the invariant: every lead must also find a buyer. */
const SELECT_UNFINISHED = `
  ${nothingStuck.sql}
  UNION ALL SELECT '${WAITING_LEAD}', id::text, status FROM leads.leads WHERE status = 'available'`;

export interface DrainResult {
  readonly durationMs: number;
  /** Rows that were still in progress at the timeout. */
  readonly stuck: readonly object[];
  /** Whether nothing was in progress and no lead waited. */
  readonly isComplete: boolean;
}

/** Waits until nothing is in progress. Call it only while the buyers have daily slots left for every lead. */
export async function drain(
  database: Database,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<DrainResult> {
  const startedAt = Date.now();
  let unfinished: { readonly kind: string }[] = [];
  await waitFor(
    async () => {
      unfinished = await database.rows(SELECT_UNFINISHED);
      return unfinished.length === 0 || undefined;
    },
    { timeoutMs, intervalMs: 150, signal },
  );
  // Other invariants report a lead that waits.
  const stuck = unfinished.filter(({ kind }) => kind !== WAITING_LEAD);
  return { durationMs: Date.now() - startedAt, stuck, isComplete: unfinished.length === 0 };
}
