import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface SessionData {
  readonly userId: string;
  readonly endsAt: string;
  readonly userAgent: string | null;
}

/** Written anew only when it gains this much, so that reading a page is not a write each time. */
const SLIDE_STEP = `interval '1 minute'`;

@Injectable()
export class SessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add(tx: Tx, sid: string, data: SessionData, idleMs: number): Promise<void> {
    await tx.query(
      `INSERT INTO sessions (sid, sess, expire)
       VALUES ($1, $2, LEAST(now() + $3 * interval '1 ms', $4::timestamptz))`,
      [sid, JSON.stringify(data), idleMs, data.endsAt],
    );
  }

  /** Whose it is, when it has not ended; its end moves on. */
  async use(sid: string, idleMs: number): Promise<string | undefined> {
    const rows: { userId: string; slides: boolean }[] = await this.dataSource.query(
      `SELECT user_id AS "userId",
              expire + ${SLIDE_STEP} < LEAST(now() + $2 * interval '1 ms', (sess ->> 'endsAt')::timestamptz) AS slides
         FROM sessions WHERE sid = $1 AND expire > now()`,
      [sid, idleMs],
    );
    if (rows[0]?.slides)
      await this.dataSource.query(
        `UPDATE sessions SET expire = LEAST(now() + $2 * interval '1 ms', (sess ->> 'endsAt')::timestamptz)
          WHERE sid = $1`,
        [sid, idleMs],
      );
    return rows[0]?.userId;
  }

  async remove(tx: Tx, sid: string): Promise<string | undefined> {
    const rows = await tx.query<{ userId: string }>(
      'DELETE FROM sessions WHERE sid = $1 RETURNING user_id AS "userId"',
      [sid],
    );
    return rows[0]?.userId;
  }

  async removeOf(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
  }
}
