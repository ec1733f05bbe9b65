import { Broadcast } from '@desk/bullmq-transport';
import { REAUTHENTICATION_MAX_AGE_MINUTES, SESSIONS_ENDED } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type CurrentUserRow, currentUserColumns } from '../users/current-user.js';
import { newSessionId } from './session-id.js';

export interface NewSession {
  readonly sid: string;
  readonly data: SessionData;
  /** The session expires after this time without use. */
  readonly idleMs: number;
}

interface SessionData {
  readonly userId: string;
  /** The session ends at this time however often it is used. */
  readonly endsAt: string;
  readonly userAgent: string | null;
  readonly beganAt: string;
  readonly lastUsedAt: string;
}

interface SessionRow {
  readonly sid: string;
  readonly userAgent: string | null;
  readonly beganAt: Date;
  readonly lastUsedAt: Date;
}

/** A session is extended only when it gains at least this much, so that not every page view causes a write. */
const MIN_EXTENSION = `interval '1 minute'`;
const MAX_LISTED_SESSIONS = 100;
export const MAX_ADMIN_SESSION_HOURS = 12;
/**
 * Checked on use too, for sessions that began before their user became an admin.
 * SQL about `sessions s` and `users u`.
 */
const IS_YOUNG_ENOUGH = `(NOT u.is_admin
  OR (s.sess ->> 'beganAt')::timestamptz > now() - interval '${MAX_ADMIN_SESSION_HOURS} hours')`;
const IS_RECENTLY_AUTHENTICATED = `authenticated_at > now() - interval '${REAUTHENTICATION_MAX_AGE_MINUTES} minutes'`;

type ResolvedSession = CurrentUserRow & { readonly isRecentlyAuthenticated: boolean };

const EXTEND = prepared(
  `UPDATE sessions
      SET expire = LEAST(now() + $2 * interval '1 ms', (sess ->> 'endsAt')::timestamptz),
          sess = (sess::jsonb || jsonb_build_object('lastUsedAt', $3::text))::json
    WHERE sid = $1`,
);

@Injectable()
export class SessionRepository {
  private readonly findUserSql: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly broadcast: Broadcast,
  ) {
    this.findUserSql = prepared(
      `SELECT ${currentUserColumns(dataSource)},
              s.expire + ${MIN_EXTENSION} < LEAST(now() + $2 * interval '1 ms', (s.sess ->> 'endsAt')::timestamptz)
              OR (s.sess ->> 'lastUsedAt')::timestamptz + ${MIN_EXTENSION} < now()
                AS "needsExtension",
              s.${IS_RECENTLY_AUTHENTICATED} AS "isRecentlyAuthenticated"
         FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.sid = $1 AND s.expire > now() AND ${IS_YOUNG_ENOUGH}`,
    );
  }

  async insert(tx: Tx, { sid, data, idleMs }: NewSession): Promise<void> {
    await tx.query(
      `INSERT INTO sessions (sid, sess, expire)
       VALUES ($1, $2, LEAST(now() + $3 * interval '1 ms', $4::timestamptz))`,
      [sid, JSON.stringify(data), idleMs, data.endsAt],
    );
  }

  /** Returns the user of an unexpired session and extends the session, unless the request is `passive`. */
  async findUser(sid: string, idleMs: number, passive: boolean): Promise<ResolvedSession | undefined> {
    const [row]: (ResolvedSession & { needsExtension: boolean })[] = await this.dataSource.query(
      this.findUserSql,
      [sid, idleMs],
    );
    if (row?.needsExtension && !passive)
      await this.dataSource.query(EXTEND, [sid, idleMs, new Date().toISOString()]);
    return row;
  }

  /** Returns the unexpired sessions of a user: `currentSid` first, then the most recently used. */
  async listByUser(userId: string, currentSid: string | null): Promise<SessionRow[]> {
    return this.dataSource.query(
      `SELECT sid, sess ->> 'userAgent' AS "userAgent", (sess ->> 'beganAt')::timestamptz AS "beganAt",
              (sess ->> 'lastUsedAt')::timestamptz AS "lastUsedAt"
         FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.user_id = $1 AND s.expire > now() AND ${IS_YOUNG_ENOUGH}
        ORDER BY (sid IS NOT DISTINCT FROM $2::uuid) DESC, "lastUsedAt" DESC, sid LIMIT ${MAX_LISTED_SESSIONS}`,
      [userId, currentSid],
    );
  }

  /** Whether the user of this session proved who they are a short time ago. */
  async isRecentlyAuthenticated(tx: Tx, sid: string, userId: string): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 FROM sessions WHERE sid = $1 AND user_id = $2 AND ${IS_RECENTLY_AUTHENTICATED}`,
      [sid, userId],
    );
    return rows.length > 0;
  }

  /**
   * Gives a session a new id, so that the old one is of no use to anybody. The user has just proved who they are.
   * Returns undefined if the session has ended.
   */
  async replace(
    tx: Tx,
    sid: string,
    userId: string,
  ): Promise<{ sid: string; expiresAt: string } | undefined> {
    const rows = await tx.query<{ sid: string; expiresAt: string }>(
      `WITH replaced AS (
         DELETE FROM sessions WHERE sid = $1 AND user_id = $2 AND expire > now() RETURNING sess, expire)
       INSERT INTO sessions (sid, sess, expire) SELECT $3::uuid, sess, expire FROM replaced
       RETURNING sid, sess ->> 'endsAt' AS "expiresAt"`,
      [sid, userId, newSessionId()],
    );
    if (rows.length > 0) this.announceEnd(tx, userId);
    return rows[0];
  }

  /** Makes open pages check at once whether this transaction ends their session. */
  announceEnd(tx: Tx, userId: string): void {
    tx.afterCommit(() => this.broadcast.publish(SESSIONS_ENDED, userId));
  }

  /** Returns the id of the session's user, or undefined if there is no such session. */
  async delete(tx: Tx, sid: string): Promise<string | undefined> {
    const rows = await tx.query<{ userId: string }>(
      'DELETE FROM sessions WHERE sid = $1 RETURNING user_id AS "userId"',
      [sid],
    );
    const userId = rows[0]?.userId;
    if (userId !== undefined) this.announceEnd(tx, userId);
    return userId;
  }

  /** Deletes the sessions of a user except `keptSid`. Returns how many of them had not expired. */
  async deleteByUser(tx: Tx, userId: string, keptSid: string | null): Promise<number> {
    const rows = await tx.query<{ isActive: boolean }>(
      `DELETE FROM sessions WHERE user_id = $1 AND sid IS DISTINCT FROM $2::uuid
       RETURNING expire > now() AS "isActive"`,
      [userId, keptSid],
    );
    if (rows.length > 0) this.announceEnd(tx, userId);
    return rows.filter(({ isActive }) => isActive).length;
  }
}
