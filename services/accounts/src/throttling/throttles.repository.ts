import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface BackOff {
  readonly key: string;
  /** Tries that cost no wait. */
  readonly free: number;
  readonly maxSeconds: number;
}

/** Counters that every copy of the service shares. One statement each, so that a burst in parallel is counted too. */
@Injectable()
export class ThrottlesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Counts a try and answers 0, or the seconds to wait when tries are refused now. After the free ones each try
   * has to wait twice as long as the one before; an hour without tries forgets them. A wait is held against the clock
   * and not against the beginning of the statement, which may have waited for the row.
   */
  async tryNow({ key, free, maxSeconds }: BackOff): Promise<number> {
    const hits = `CASE WHEN t.updated_at < now() - interval '1 hour' THEN 1 ELSE t.hits + 1 END`;
    const taken: unknown[] = await this.dataSource.query(
      `INSERT INTO throttles AS t (key, hits) VALUES ($1, 1)
       ON CONFLICT (key) DO UPDATE
          SET hits = ${hits}, updated_at = now(),
              blocked_until = CASE WHEN ${hits} < $2 THEN '-infinity'
                ELSE clock_timestamp() + LEAST(2 ^ LEAST(${hits} - $2, 20), $3) * interval '1 second' END
        WHERE t.blocked_until <= clock_timestamp()
       RETURNING key`,
      [key, free, maxSeconds],
    );
    if (taken.length > 0) return 0;
    const rows: { wait: number }[] = await this.dataSource.query(
      'SELECT ceil(extract(epoch FROM GREATEST(blocked_until, now()) - now()))::int AS wait FROM throttles WHERE key = $1',
      [key],
    );
    return Math.max(1, rows[0]?.wait ?? 1);
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

  /** A success takes back its own try. */
  async takeBack(key: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE throttles SET hits = GREATEST(hits - 1, 0), blocked_until = '-infinity' WHERE key = $1`,
      [key],
    );
  }

  async forget(key: string): Promise<void> {
    await this.dataSource.query('DELETE FROM throttles WHERE key = $1', [key]);
  }

  async remember(key: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO throttles (key, hits) VALUES ($1, 0) ON CONFLICT (key) DO UPDATE SET updated_at = now()`,
      [key],
    );
  }

  async isRemembered(key: string, days: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT 1 FROM throttles WHERE key = $1 AND updated_at > now() - make_interval(days => $2)`,
      [key, days],
    );
    return rows.length > 0;
  }
}
