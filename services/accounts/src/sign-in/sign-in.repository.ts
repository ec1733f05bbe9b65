import { currentContext } from '@desk/bullmq-transport';
import type { Caller } from '@desk/contracts';
import { prepared } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type CounterResets, counterResetsSql, counterResetsValues } from '../rate-limits/counter-resets.js';
import type { NewSession } from '../sessions/session.repository.js';
import { type CurrentUserRow, currentUserColumns } from '../users/current-user.js';

export interface SuccessfulSignIn {
  readonly user: CurrentUserRow;
  readonly session: NewSession;
  readonly resets: CounterResets;
  readonly caller: Caller;
}

/**
 * Stores the session, the audit entry and the counter resets in one statement: the user waits for every round trip,
 * and no session exists without its audit entry.
 */
const CREATE_SESSION = prepared(`
  WITH verified AS MATERIALIZED (
    SELECT id FROM users WHERE id = $1 AND password = $2 AND disabled_at IS NULL FOR SHARE),
  audited AS (
    INSERT INTO audit_events (action, user_id, actor_id, address, user_agent, correlation_id)
    SELECT 'signed-in', id, id, $3::text, $4::text, $5::text FROM verified),
  reset AS (${counterResetsSql(10, 'EXISTS (SELECT 1 FROM verified)')})
  INSERT INTO sessions (sid, sess, expire)
  SELECT $6::uuid, $7::json, LEAST(now() + $8 * interval '1 ms', $9::timestamptz) FROM verified
  RETURNING sid`);

@Injectable()
export class SignInRepository {
  private readonly findByEmailSql: string;

  constructor(private readonly dataSource: DataSource) {
    this.findByEmailSql = prepared(
      `SELECT ${currentUserColumns(dataSource)}
         FROM (VALUES ($1::text)) AS requested (email) LEFT JOIN users u ON u.email = requested.email`,
    );
  }

  /** Reads one row whether or not the account exists, so that both cases take equally long. */
  async findByEmail(email: string): Promise<CurrentUserRow | undefined> {
    const [row] = await this.dataSource.query<[CurrentUserRow | Record<keyof CurrentUserRow, null>]>(
      this.findByEmailSql,
      [email],
    );
    return row.id === null ? undefined : row;
  }

  /**
   * Returns false, and changes nothing, if the account was disabled or its password changed after `user` was read.
   */
  async createSession({ user, session, resets, caller }: SuccessfulSignIn): Promise<boolean> {
    const created: unknown[] = await this.dataSource.query(CREATE_SESSION, [
      user.id,
      user.password,
      caller.address,
      caller.userAgent,
      currentContext()?.correlationId ?? null,
      session.sid,
      JSON.stringify(session.data),
      session.idleMs,
      session.data.endsAt,
      ...counterResetsValues(resets),
    ]);
    return created.length > 0;
  }
}
