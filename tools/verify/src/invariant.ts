/** A rule that must hold whenever the queues have drained, and the query that finds violations of it. */
export interface Invariant {
  readonly name: string;
  readonly description: string;
  /** Selects ids and states only, because its rows may be logged. $1: acknowledged lead ids, if it needs them. */
  readonly sql: string;
  /** The same for a system in which work waits for its next attempt. Without it, `sql` holds there too. */
  readonly sqlAcceptingWaiting?: string;
  readonly needsAcknowledged?: boolean;
}

/** Matches a message to a person that is retried or held until later. Attempts are limited, so it ends. */
export const WAITS_FOR_ATTEMPT = `status = 'queued' AND next_attempt_at > now()`;

/** Matches a message between services that is published later, such as the one for the next attempt. */
export const IS_PUBLISHED_LATER = 'is_delayed AND due_at > now()';
