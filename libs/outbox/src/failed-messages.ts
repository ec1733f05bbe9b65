import type { DataSource } from 'typeorm';
import type { Tx } from './transaction.js';

/** Fewer failures may come from a release that is being rolled out; the next attempt mostly succeeds. */
const MIN_LISTED_FAILURES = 3;

/** A message that its consumer keeps failing to handle. Says nothing about its content. */
export interface FailedMessage {
  /** Identifies the message until it is processed. */
  readonly id: string;
  readonly messageId: string;
  readonly name: string;
  readonly queue: string;
  readonly kind: string;
  readonly failures: number;
  readonly firstFailedAt: Date;
  readonly lastFailedAt: Date;
  /** Null while it is still published. */
  readonly stoppedAt: Date | null;
}

/** The rows of a service's failed messages, as SQL after FROM. The first condition lets an index find them. */
export const FAILED_MESSAGES = `outbox WHERE failures > 0 AND failures >= ${MIN_LISTED_FAILURES}`;

/** Returns a service's failed messages, the newest failure first. */
export const listFailedMessages = (dataSource: DataSource, limit: number): Promise<FailedMessage[]> =>
  dataSource.query(
    `SELECT failure_id AS id, message_id AS "messageId", name, queue, failure_kind AS kind, failures,
            first_failed_at AS "firstFailedAt", last_failed_at AS "lastFailedAt", stopped_at AS "stoppedAt"
       FROM ${FAILED_MESSAGES}
      ORDER BY last_failed_at DESC LIMIT $1`,
    [limit],
  );

/** Makes a failed message due now, with all its attempts. Returns undefined if it no longer exists. */
export const retryFailedMessage = (
  tx: Tx,
  id: string,
): Promise<Pick<FailedMessage, 'messageId' | 'name' | 'queue'> | undefined> =>
  tx.one(
    `UPDATE outbox
        SET failures = 0, first_failed_at = NULL, last_failed_at = NULL, stopped_at = NULL,
            attempts = 0, is_delayed = true, due_at = now()
      WHERE failure_id = $1 RETURNING message_id AS "messageId", name, queue`,
    [id],
  );

/** Counts for the metrics. Messages being delivered count as waiting, so a few are usual. */
export interface OutboxCounts {
  readonly waiting: number;
  readonly failing: number;
  readonly stopped: number;
  /** Age of the oldest message that waits, without delayed ones. */
  readonly oldestSeconds: number;
}

export async function countOutbox(dataSource: DataSource): Promise<OutboxCounts> {
  const [counts]: OutboxCounts[] = await dataSource.query(
    `SELECT count(*) FILTER (WHERE stopped_at IS NULL AND failures < $1)::int AS waiting,
            count(*) FILTER (WHERE stopped_at IS NULL AND failures >= $1)::int AS failing,
            count(*) FILTER (WHERE stopped_at IS NOT NULL)::int AS stopped,
            COALESCE(extract(epoch FROM now() - min(created_at)
                             FILTER (WHERE stopped_at IS NULL AND NOT is_delayed AND failures < $1)),
                     0)::float8 AS "oldestSeconds"
       FROM outbox`,
    [MIN_LISTED_FAILURES],
  );
  return counts ?? { waiting: 0, failing: 0, stopped: 0, oldestSeconds: 0 };
}

/** What waits for the consumers of one queue. */
export interface QueueAge {
  readonly queue: string;
  /** Age of the oldest message that is not acknowledged. */
  readonly oldestSeconds: number;
}

/**
 * Returns the age of what each consumer has not processed, without delayed messages and those that keep failing: more
 * copies of the consumer would not help them.
 */
export const measureQueueAges = (dataSource: DataSource): Promise<QueueAge[]> =>
  dataSource.query(
    `SELECT queue, extract(epoch FROM now() - min(created_at))::float8 AS "oldestSeconds"
       FROM outbox WHERE stopped_at IS NULL AND NOT is_delayed AND failures < $1
      GROUP BY queue`,
    [MIN_LISTED_FAILURES],
  );
