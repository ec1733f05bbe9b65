import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type FoundUser, foundUserColumns } from '../users/found-user.js';

/** A session about to begin. */
export interface NewSession {
  readonly sid: string;
  readonly data: SessionData;
  /** So long it lasts without use. */
  readonly idleMs: number;
}

interface SessionData {
  readonly userId: string;
  /** At the latest, however much it is used. */
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

const SLIDE = prepared(
  `UPDATE sessions
      SET expire = LEAST(now() + $2 * interval '1 ms', (sess ->> 'endsAt')::timestamptz),
          sess = (sess::jsonb || jsonb_build_object('lastUsedAt', $3::text))::json
    WHERE sid = $1`,
);

@Injectable()
export class SessionsRepository {
  private readonly find: string;

  constructor(private readonly dataSource: DataSource) {
    this.find = prepared(
      `SELECT ${foundUserColumns(dataSource)},
              s.expire + ${SLIDE_STEP} < LEAST(now() + $2 * interval '1 ms', (s.sess ->> 'endsAt')::timestamptz)
              OR COALESCE((s.sess ->> 'lastUsedAt')::timestamptz, '-infinity') + ${SLIDE_STEP} < now() AS slides
         FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.sid = $1 AND s.expire > now()`,
    );
  }

  async add(tx: Tx, { sid, data, idleMs }: NewSession): Promise<void> {
    await tx.query(
      `INSERT INTO sessions (sid, sess, expire)
       VALUES ($1, $2, LEAST(now() + $3 * interval '1 ms', $4::timestamptz))`,
      [sid, JSON.stringify(data), idleMs, data.endsAt],
    );
  }

  /** Whose it is, when it has not ended. Unless it is only looked at, its end moves on. */
  async userOf(sid: string, idleMs: number, passive: boolean): Promise<FoundUser | undefined> {
    const [row]: (FoundUser & { slides: boolean })[] = await this.dataSource.query(this.find, [sid, idleMs]);
    if (row?.slides && !passive) await this.dataSource.query(SLIDE, [sid, idleMs, new Date().toISOString()]);
    return row;
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
