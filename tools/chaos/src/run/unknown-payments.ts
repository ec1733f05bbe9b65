import type { FaultKind } from '../faults/fault.js';
import type { Database } from './database.js';
import { waitFor } from './wait-for.js';

/** Longest time from the card provider's return until every charge and refund with an unknown outcome has one. */
export const MAX_RESOLUTION_MS = 120_000;

const SELECT_UNKNOWN = `
  SELECT id::text FROM billing.purchases WHERE status = 'unknown'
  UNION ALL SELECT id::text FROM billing.refunds WHERE status = 'requested'`;

/** Whether the fault disconnects every copy from the card provider for a while. */
export const isProviderAway = ({ faults }: FaultKind): boolean =>
  faults.some(
    (fault) => fault.type === 'cut' && fault.dependency === 'provider' && fault.oneCopyOf === undefined,
  );

/**
 * Call it when the provider has just returned. Returns as soon as the charges and refunds whose outcome is unknown by then
 * have one. It took longer than `MAX_RESOLUTION_MS` if one of them is still unknown.
 */
export async function waitForResolution(database: Database, signal: AbortSignal) {
  const startedAt = Date.now();
  const readIds = async () => (await database.rows<{ id: string }>(SELECT_UNKNOWN)).map(({ id }) => id);
  const unknown = new Set(await readIds());
  const isResolved = async () => (await readIds()).every((id) => !unknown.has(id)) || undefined;
  await waitFor(isResolved, { timeoutMs: MAX_RESOLUTION_MS + 1_000, intervalMs: 150, signal });
  return { payments: unknown.size, durationMs: Date.now() - startedAt };
}
