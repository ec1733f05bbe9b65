import { prepared } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type CounterResets,
  counterResetsSql,
  counterResetsValues,
  type Exemption,
} from './counter-resets.js';

/** A counter that makes each attempt beyond the free ones wait twice as long as the one before. */
interface BackoffCounter {
  readonly key: string;
  readonly freeAttempts: number;
  readonly maxWaitSeconds: number;
}

const settingOf = (column: string): string => `(SELECT c.${column} FROM counters c WHERE c.key = t.key)`;
/**
 * A counter forgets one attempt for each longest wait that passes without one. Otherwise one network that keeps to its
 * waits would fill the account's counter within hours.
 */
const REMEMBERED_HITS = `GREATEST(0, t.hits
  - floor(extract(epoch FROM clock_timestamp() - t.updated_at) / ${settingOf('max_wait_seconds')})::int)`;
const NEXT_HITS = `CASE WHEN t.updated_at < now() - interval '1 hour' THEN 1 ELSE ${REMEMBERED_HITS} + 1 END`;
/** Uses clock_timestamp() because now() stops at the start of the statement, which may have waited for a row lock. */
const count = (condition: string): string => `
  INSERT INTO throttles AS t (key, hits) SELECT key, 1 FROM counters WHERE ${condition} ORDER BY key
  ON CONFLICT (key) DO UPDATE
     SET hits = ${NEXT_HITS}, updated_at = now(),
         blocked_until = CASE WHEN ${NEXT_HITS} < ${settingOf('free_attempts')} THEN '-infinity'
           ELSE clock_timestamp()
                + LEAST(2 ^ LEAST(${NEXT_HITS} - ${settingOf('free_attempts')}, 20), ${settingOf('max_wait_seconds')})
                * interval '1 second' END
   WHERE t.blocked_until <= clock_timestamp()
  RETURNING key`;
/** $4 to $6: the exemption. Its counter is last: it counts an attempt only if the others have allowed it. */
const COUNT_ATTEMPT = prepared(
  `WITH counters AS (
     SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[]) AS k (key, free_attempts, max_wait_seconds)
      WHERE key <> $4 OR NOT EXISTS (SELECT 1 FROM throttles
             WHERE key = $5 AND updated_at > now() - make_interval(days => $6))),
   counted AS (${count('key <> $4')}),
   counted_last AS (${count(`
     key = $4 AND (SELECT count(*) FROM counted) = (SELECT count(*) FROM counters WHERE key <> $4)`)})
   SELECT key, key IN (SELECT key FROM counted UNION ALL SELECT key FROM counted_last) AS "isAllowed" FROM counters`,
);
const APPLY_RESETS = prepared(counterResetsSql(1));

/**
 * Counters shared by all copies of the service. Each operation is one statement, so that parallel requests are all
 * counted. It locks the exempt counter last and the others in key order, so that two operations cannot deadlock.
 */
@Injectable()
export class RateLimitRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Counts an attempt against every counter. Returns 0, or the seconds to wait if a counter is blocked. A counter starts
   * over after an hour without attempts.
   *
   * The counter of the exemption does not count exempt attempts, nor those that another counter refuses.
   */
  async countAttempt(
    counters: readonly BackoffCounter[],
    { counterKey, trustKey, trustDays }: Exemption,
  ): Promise<number> {
    const rows: { key: string; isAllowed: boolean }[] = await this.dataSource.query(COUNT_ATTEMPT, [
      counters.map(({ key }) => key),
      counters.map(({ freeAttempts }) => freeAttempts),
      counters.map(({ maxWaitSeconds }) => maxWaitSeconds),
      ...[counterKey, trustKey, trustDays],
    ]);
    const blockedKeys = rows.filter(({ isAllowed }) => !isAllowed).map(({ key }) => key);
    return blockedKeys.length === 0 ? 0 : this.getWaitSeconds(blockedKeys);
  }

  /** Counts one use of a fixed window. Returns 0, or the seconds until the window ends if the limit is exceeded. */
  async countInWindow(key: string, limit: number, windowSeconds: number): Promise<number> {
    const isOver = `t.window_start < now() - $2 * interval '1 second'`;
    const rows: { hits: number; waitSeconds: number }[] = await this.dataSource.query(
      `INSERT INTO throttles AS t (key, hits) VALUES ($1, 1)
       ON CONFLICT (key) DO UPDATE
          SET hits = CASE WHEN ${isOver} THEN 1 ELSE t.hits + 1 END,
              window_start = CASE WHEN ${isOver} THEN now() ELSE t.window_start END, updated_at = now()
       RETURNING hits, ceil($2 - extract(epoch FROM now() - window_start))::int AS "waitSeconds"`,
      [key, windowSeconds],
    );
    const row = rows[0];
    return row && row.hits > limit ? Math.max(1, row.waitSeconds) : 0;
  }

  /** Whether a successful sign-in wrote or renewed this key within the last `days`. */
  async isTrusted(trustKey: string, days: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT 1 FROM throttles WHERE key = $1 AND updated_at > now() - make_interval(days => $2)`,
      [trustKey, days],
    );
    return rows.length > 0;
  }

  async applyResets(resets: CounterResets): Promise<void> {
    await this.dataSource.query(APPLY_RESETS, [...counterResetsValues(resets)]);
  }

  private async getWaitSeconds(keys: readonly string[]): Promise<number> {
    const rows: { waitSeconds: number }[] = await this.dataSource.query(
      `SELECT ceil(extract(epoch FROM GREATEST(max(blocked_until), now()) - now()))::int AS "waitSeconds"
         FROM throttles WHERE key = ANY ($1::text[])`,
      [keys],
    );
    return Math.max(1, rows[0]?.waitSeconds ?? 1);
  }
}
