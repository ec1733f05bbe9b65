import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface SessionData {
  readonly userId: string;
  readonly endsAt: string;
  readonly userAgent: string | null;
  readonly beganAt: string;
  readonly lastUsedAt: string;
}

export interface SessionRow {
  readonly sid: string;
  readonly userAgent: string | null;
  /** Null for a session begun before this was kept. */
  readonly beganAt: Date | null;
  readonly lastUsedAt: Date;
}

/** Written anew only when it gains this much, so that reading a page is not a write each time. */
const SLIDE_STEP = `interval '1 minute'`;
const LISTED_AT_MOST = 100;

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
              expire + ${SLIDE_STEP} < LEAST(now() + $2 * interval '1 ms', (sess ->> 'endsAt')::timestamptz)
              OR COALESCE((sess ->> 'lastUsedAt')::timestamptz, '-infinity') + ${SLIDE_STEP} < now() AS slides
         FROM sessions WHERE sid = $1 AND expire > now()`,
      [sid, idleMs],
    );
    if (rows[0]?.slides)
      await this.dataSource.query(
        `UPDATE sessions
            SET expire = LEAST(now() + $2 * interval '1 ms', (sess ->> 'endsAt')::timestamptz),
                sess = (sess::jsonb || jsonb_build_object('lastUsedAt', $3::text))::json
          WHERE sid = $1`,
        [sid, idleMs, new Date().toISOString()],
      );
    return rows[0]?.userId;
  }

  /** Whose it is, when it has not ended; that is no use of it. */
  async look(sid: string): Promise<string | undefined> {
    const rows: { userId: string }[] = await this.dataSource.query(
      'SELECT user_id AS "userId" FROM sessions WHERE sid = $1 AND expire > now()',
      [sid],
    );
    return rows[0]?.userId;
  }

  /** Those of a user that have not ended: `own` first, then the one used last. */
  async listOf(userId: string, own: string, idleMs: number): Promise<SessionRow[]> {
    return this.dataSource.query(
      `SELECT sid, sess ->> 'userAgent' AS "userAgent", (sess ->> 'beganAt')::timestamptz AS "beganAt",
              COALESCE((sess ->> 'lastUsedAt')::timestamptz, LEAST(expire - $3 * interval '1 ms', now())) AS "lastUsedAt"
         FROM sessions WHERE user_id = $1 AND expire > now()
        ORDER BY (sid = $2) DESC, "lastUsedAt" DESC, sid LIMIT ${LISTED_AT_MOST}`,
      [userId, own, idleMs],
    );
  }

  async remove(tx: Tx, sid: string): Promise<string | undefined> {
    const rows = await tx.query<{ userId: string }>(
      'DELETE FROM sessions WHERE sid = $1 RETURNING user_id AS "userId"',
      [sid],
    );
    return rows[0]?.userId;
  }

  /** All of a user but the one to keep; answers how many were in force. */
  async removeOf(tx: Tx, userId: string, keep: string | null): Promise<number> {
    const rows = await tx.query<{ live: boolean }>(
      'DELETE FROM sessions WHERE user_id = $1 AND sid IS DISTINCT FROM $2::uuid RETURNING expire > now() AS live',
      [userId, keep],
    );
    return rows.filter(({ live }) => live).length;
  }
}
