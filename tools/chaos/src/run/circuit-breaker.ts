import type { Database } from './database.js';
import { waitFor } from './wait-for.js';

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
export async function readCircuitBreaker(database: Database): Promise<State> {
  const [row] = await database.rows<State>(SELECT_STATE);
  return row ?? { openings: 0, isOpen: false };
}

/** Returns whether the circuit breaker is open, or was after `before`, within 30 s. */
export async function waitUntilOpen(
  database: Database,
  before: State,
  signal: AbortSignal,
): Promise<boolean> {
  const wasOpen = async (): Promise<true | undefined> => {
    const { openings, isOpen } = await readCircuitBreaker(database);
    return isOpen || openings > before.openings || undefined;
  };
  return (await waitFor(wasOpen, { timeoutMs: TIMEOUT_MS, signal })) ?? false;
}
