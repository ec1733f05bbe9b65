import type { Acknowledgment, FailureReport } from '@desk/bullmq-transport';
import type { DataSource } from 'typeorm';
import type { OutboxMessage } from './outbox-message.js';

/** An unacknowledged message is republished after this, then after pauses that double up to the maximum. */
export const FIRST_REPUBLISH_MS = 3_000;
export const MAX_REPUBLISH_MS = 600_000;
/**
 * A message is stopped after this many failed rounds, but not before it has failed for this many hours. Rounds that
 * failed because something else was unavailable do not count, so a stopped message is one its consumer cannot handle.
 */
export const MAX_FAILURES = 30;
export const MIN_FAILING_HOURS = 24;

export type DueMessage = Pick<OutboxMessage, 'messageId' | 'queue' | 'name' | 'sealed'>;

/** A claimed message, with the values that its row had before the claim. */
export interface ClaimedMessage extends DueMessage {
  /** Includes this claim. */
  readonly attempts: number;
  readonly dueAt: string;
  readonly createdAt: string;
  readonly isDelayed: boolean;
}

/** A queue with messages to publish. Those published longer than `waitingMs` ago are no longer in the queue. */
export interface DueQueue {
  readonly queue: string;
  /** Age of the oldest job that waits in the queue; 0 if none waits. */
  readonly waitingMs: number;
}

/** A message whose latest failure was just recorded. */
export interface FailingMessage {
  readonly failureId: string;
  readonly messageId: string;
  readonly queue: string;
  readonly name: string;
  readonly kind: string;
  readonly failures: number;
  readonly isStopped: boolean;
}

/** The statements of the relay. Any number of copies may run them. */
export class OutboxStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns those of the queues that have messages due. */
  async findDueQueues(queues: readonly string[]): Promise<string[]> {
    const rows: { queue: string }[] = await this.dataSource.query(
      `SELECT q.queue FROM unnest($1::text[]) AS q(queue)
        WHERE EXISTS (SELECT 1 FROM outbox o
                       WHERE o.queue = q.queue AND o.is_delayed = ANY (ARRAY[false, true])
                         AND o.stopped_at IS NULL AND o.due_at <= now())`,
      [queues],
    );
    return rows.map(({ queue }) => queue);
  }

  /**
   * Claims due messages. They come due again later, whether or not publishing them succeeds, unless the claim is
   * released. Messages that wait in their queue are left alone: updating their rows repeatedly would slow down the
   * recovery after a long outage.
   */
  async claimDue(queues: readonly DueQueue[], limit: number): Promise<ClaimedMessage[]> {
    const result: [ClaimedMessage[], number] = await this.dataSource.query(
      `UPDATE outbox o
          SET attempts = o.attempts + 1, is_delayed = false,
              -- The age of a message does not include its delay.
              created_at = CASE WHEN o.is_delayed THEN o.due_at ELSE o.created_at END,
              due_at = now() + LEAST($3 * 2 ^ LEAST(o.attempts, 20), $4) * (0.75 + random() / 2) * interval '1 ms'
         FROM (
           SELECT q.queue, false AS is_delayed, now() - GREATEST(q.waiting_ms - $3, 0) * interval '1 ms' AS until
             FROM unnest($1::text[], $2::float8[]) AS q(queue, waiting_ms)
           UNION ALL
           SELECT q.queue, true, now() FROM unnest($1::text[]) AS q(queue)
         ) q
         CROSS JOIN LATERAL (
           SELECT message_id, queue, due_at, created_at, is_delayed FROM outbox
            WHERE queue = q.queue AND is_delayed = q.is_delayed AND stopped_at IS NULL AND due_at <= q.until
            ORDER BY due_at LIMIT $5 FOR UPDATE SKIP LOCKED
         ) d
        WHERE o.message_id = d.message_id AND o.queue = d.queue
        RETURNING o.message_id AS "messageId", o.queue, o.name, o.sealed, o.attempts,
                  d.due_at::text AS "dueAt", d.created_at::text AS "createdAt", d.is_delayed AS "isDelayed"`,
      [
        queues.map(({ queue }) => queue),
        queues.map(({ waitingMs }) => waitingMs),
        FIRST_REPUBLISH_MS,
        MAX_REPUBLISH_MS,
        limit,
      ],
    );
    return result[0];
  }

  /** Restores messages as they were before they were claimed, except those that were claimed again since. */
  async releaseClaims(claimed: readonly ClaimedMessage[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE outbox o
          SET attempts = o.attempts - 1, due_at = c.due_at, created_at = c.created_at, is_delayed = c.is_delayed
         FROM unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[], $5::timestamptz[], $6::boolean[])
                AS c(queue, message_id, attempts, due_at, created_at, is_delayed)
        WHERE o.message_id = c.message_id AND o.queue = c.queue AND o.attempts = c.attempts`,
      [
        claimed.map(({ queue }) => queue),
        claimed.map(({ messageId }) => messageId),
        claimed.map(({ attempts }) => attempts),
        claimed.map(({ dueAt }) => dueAt),
        claimed.map(({ createdAt }) => createdAt),
        claimed.map(({ isDelayed }) => isDelayed),
      ],
    );
  }

  async deleteAcknowledged(acknowledged: readonly Acknowledgment[]): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM outbox o USING unnest($1::text[], $2::text[]) AS a(queue, message_id)
        WHERE o.message_id = a.message_id AND o.queue = a.queue`,
      [acknowledged.map(({ queue }) => queue), acknowledged.map(({ messageId }) => messageId)],
    );
  }

  /** Counts failed rounds, and stops messages that have failed for too long. */
  async recordFailures(reports: readonly FailureReport[]): Promise<FailingMessage[]> {
    const result: [FailingMessage[], number] = await this.dataSource.query(
      `UPDATE outbox o
          SET failures = o.failures + 1,
              failure_kind = f.kind,
              failure_id = COALESCE(o.failure_id, gen_random_uuid()),
              first_failed_at = COALESCE(o.first_failed_at, now()),
              last_failed_at = now(),
              stopped_at = CASE WHEN o.failures + 1 >= $4 AND o.first_failed_at <= now() - make_interval(hours => $5)
                                THEN now() END
         FROM unnest($1::text[], $2::text[], $3::text[]) AS f(queue, message_id, kind)
        WHERE o.message_id = f.message_id AND o.queue = f.queue AND o.stopped_at IS NULL
        RETURNING o.failure_id AS "failureId", o.message_id AS "messageId", o.queue, o.name, o.failure_kind AS kind,
                  o.failures, o.stopped_at IS NOT NULL AS "isStopped"`,
      [
        reports.map(({ queue }) => queue),
        reports.map(({ messageId }) => messageId),
        reports.map(({ kind }) => kind),
        MAX_FAILURES,
        MIN_FAILING_HOURS,
      ],
    );
    return result[0];
  }
}
