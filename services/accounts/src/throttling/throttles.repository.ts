import { prepared } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface BackOff {
  readonly key: string;
  /** Tries that cost no wait. */
  readonly free: number;
  readonly maxSeconds: number;
}

/** Whoever is remembered under this key is spared the counter. */
export interface Sparing {
  readonly counter: string;
  readonly remembered: string;
  readonly days: number;
}

const HITS = `CASE WHEN t.updated_at < now() - interval '1 hour' THEN 1 ELSE t.hits + 1 END`;
const rule = (column: string): string => `(SELECT a.${column} FROM asked a WHERE a.key = t.key)`;
const TRY_NOW = prepared(
  `WITH asked AS (
     SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[]) AS k (key, free, max_seconds)
      WHERE key <> $4 OR NOT EXISTS (SELECT 1 FROM throttles
             WHERE key = $5 AND updated_at > now() - make_interval(days => $6))),
   taken AS (
     INSERT INTO throttles AS t (key, hits) SELECT key, 1 FROM asked ORDER BY key
     ON CONFLICT (key) DO UPDATE
        SET hits = ${HITS}, updated_at = now(),
            blocked_until = CASE WHEN ${HITS} < ${rule('free')} THEN '-infinity'
              ELSE clock_timestamp() + LEAST(2 ^ LEAST(${HITS} - ${rule('free')}, 20), ${rule('max_seconds')})
                   * interval '1 second' END
      WHERE t.blocked_until <= clock_timestamp()
     RETURNING key)
   SELECT key, key IN (SELECT key FROM taken) AS taken FROM asked`,
);

/** The counters that a success changes. */
export interface Success extends Sparing {
  /** Each loses one try: the success's own. */
  readonly lessened: readonly string[];
  /** Loses all its tries. */
  readonly forgotten: string;
}

/**
 * A success takes back its own tries; it is remembered. A counter that was spared has no try to take back. Stands
 * alone or as a part of the statement whose success it is: `$first` and the four after it are `successValues`, and
 * without `condition` nothing is changed.
 */
export function succeedSql(first: number, condition = 'true'): string {
  const [keys, forgotten, remembered, counter, days] = [0, 1, 2, 3, 4].map((offset) => `$${first + offset}`);
  return `
    INSERT INTO throttles AS t (key, hits)
    SELECT key, 0 FROM unnest(${keys}::text[]) AS k (key)
     WHERE ${condition}
       AND (key <> ${counter} OR NOT EXISTS (SELECT 1 FROM throttles
              WHERE key = ${remembered} AND updated_at > now() - make_interval(days => ${days})))
     ORDER BY key
    ON CONFLICT (key) DO UPDATE
       SET hits = CASE WHEN t.key = ${forgotten} THEN 0 ELSE GREATEST(t.hits - 1, 0) END, blocked_until = '-infinity',
           updated_at = CASE WHEN t.key = ${remembered} THEN now() ELSE t.updated_at END`;
}
const SUCCEED = prepared(succeedSql(1));

export const successValues = (success: Success): readonly unknown[] => {
  const { lessened, forgotten, remembered, counter, days } = success;
  return [[...lessened, forgotten, remembered], forgotten, remembered, counter, days];
};

/**
 * Counters that every copy of the service shares. One statement each, so that a burst in parallel is counted too; one
 * that changes several takes them in the order of their keys, so that two never wait for each other.
 */
@Injectable()
export class ThrottlesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Counts a try on each and answers 0, or the seconds to wait when one refuses tries now. After the free ones each
   * try has to wait twice as long as the one before; an hour without tries forgets them. A wait is held against the
   * clock and not against the beginning of the statement, which may have waited for the row.
   */
  async tryNow(counters: readonly BackOff[], { counter, remembered, days }: Sparing): Promise<number> {
    const rows: { key: string; taken: boolean }[] = await this.dataSource.query(TRY_NOW, [
      counters.map(({ key }) => key),
      counters.map(({ free }) => free),
      counters.map(({ maxSeconds }) => maxSeconds),
      ...[counter, remembered, days],
    ]);
    const refused = rows.filter(({ taken }) => !taken).map(({ key }) => key);
    return refused.length === 0 ? 0 : this.waitOf(refused);
  }

  /** Counts one use of a window; answers 0, or the seconds until the window ends when it is used up. */
  async useWindow(key: string, limit: number, windowSeconds: number): Promise<number> {
    const isOver = `t.window_start < now() - $2 * interval '1 second'`;
    const rows: { hits: number; wait: number }[] = await this.dataSource.query(
      `INSERT INTO throttles AS t (key, hits) VALUES ($1, 1)
       ON CONFLICT (key) DO UPDATE
          SET hits = CASE WHEN ${isOver} THEN 1 ELSE t.hits + 1 END,
              window_start = CASE WHEN ${isOver} THEN now() ELSE t.window_start END, updated_at = now()
       RETURNING hits, ceil($2 - extract(epoch FROM now() - window_start))::int AS wait`,
      [key, windowSeconds],
    );
    const row = rows[0];
    return row && row.hits > limit ? Math.max(1, row.wait) : 0;
  }

  async succeed(success: Success): Promise<void> {
    await this.dataSource.query(SUCCEED, [...successValues(success)]);
  }

  private async waitOf(keys: readonly string[]): Promise<number> {
    const rows: { wait: number }[] = await this.dataSource.query(
      `SELECT ceil(extract(epoch FROM GREATEST(max(blocked_until), now()) - now()))::int AS wait
         FROM throttles WHERE key = ANY ($1::text[])`,
      [keys],
    );
    return Math.max(1, rows[0]?.wait ?? 1);
  }
}
