import { invariants } from '@desk/tool-verify';
import type { Database } from '../run/database.js';
import { waitFor } from '../run/wait-for.js';

export const NOTHING_STUCK = 'nothing-stuck';
const nothingStuck = invariants.find(({ name }) => name === NOTHING_STUCK);
if (!nothingStuck?.sqlAcceptingWaiting) throw new Error(`the invariant ${NOTHING_STUCK} does not exist`);

const WAITING_LEAD = 'waiting lead';
/** Stricter than the invariant: every lead must also find a buyer. */
const withWaitingLeads = (sql: string): string => `
  ${sql}
  UNION ALL SELECT '${WAITING_LEAD}', id::text, status FROM leads.leads WHERE status = 'available'`;
const SELECT_UNFINISHED = withWaitingLeads(nothingStuck.sql);
/** Without messages whose next attempt is planned for later, because a provider has failed. */
const SELECT_NOT_RECOVERED = withWaitingLeads(nothingStuck.sqlAcceptingWaiting);

/**
 * Waits until nothing is in progress. Call it only while the buyers have daily slots left for every lead.
 * @returns `recoveryMs`: the time until only planned retries were left; `stuck`: the rows still in progress at the timeout;
 *   `isComplete`: nothing was in progress and no lead waited
 */
export async function drain(database: Database, timeoutMs: number, signal: AbortSignal) {
  const startedAt = Date.now();
  let unfinished: { readonly kind: string }[] = [];
  let recoveryMs: number | undefined;
  await waitFor(
    async () => {
      if (recoveryMs === undefined && (await database.rows(SELECT_NOT_RECOVERED)).length === 0)
        recoveryMs = Date.now() - startedAt;
      unfinished = await database.rows(SELECT_UNFINISHED);
      return unfinished.length === 0 || undefined;
    },
    { timeoutMs, intervalMs: 150, signal },
  );
  // Other invariants report a lead that waits.
  const stuck = unfinished.filter(({ kind }) => kind !== WAITING_LEAD);
  const durationMs = Date.now() - startedAt;
  return { durationMs, recoveryMs: recoveryMs ?? durationMs, stuck, isComplete: unfinished.length === 0 };
}
