import { currentContext } from '@desk/bullmq-transport';
import { prepared } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { NewSession } from '../sessions/sessions.repository.js';
import { succeedSql, type Success, successValues } from '../throttling/throttles.repository.js';
import { type FoundUser, foundUserColumns } from '../users/found-user.js';
import type { Caller } from './client.js';

export interface Beginning {
  readonly user: FoundUser;
  readonly session: NewSession;
  readonly success: Success;
  readonly caller: Caller;
}

/** One statement, as a sign-in waits for each. Its parts are all done, or none: no session without its record. */
const BEGIN = prepared(`
  WITH held AS MATERIALIZED (
    SELECT id FROM users WHERE id = $1 AND password = $2 AND disabled_at IS NULL FOR SHARE),
  recorded AS (
    INSERT INTO audit_events (action, user_id, actor_id, address, user_agent, correlation_id)
    SELECT 'signed-in', id, id, $3::text, $4::text, $5::text FROM held),
  counted AS (${succeedSql(10, 'EXISTS (SELECT 1 FROM held)')})
  INSERT INTO sessions (sid, sess, expire)
  SELECT $6::uuid, $7::json, LEAST(now() + $8 * interval '1 ms', $9::timestamptz) FROM held
  RETURNING sid`);

@Injectable()
export class SignInRepository {
  private readonly find: string;

  constructor(private readonly dataSource: DataSource) {
    this.find = prepared(
      `SELECT ${foundUserColumns(dataSource)}
         FROM (VALUES ($1::text)) AS asked (email) LEFT JOIN users u ON u.email = asked.email`,
    );
  }

  /** One row comes whether or not somebody has the address, so that both take the same time. */
  async byEmail(email: string): Promise<FoundUser | undefined> {
    const [row] = await this.dataSource.query<[FoundUser | Record<keyof FoundUser, null>]>(this.find, [
      email,
    ]);
    return row.id === null ? undefined : row;
  }

  /** False when the account was disabled, or got another password, since the user was found; then nothing changes. */
  async begin({ user, session, success, caller }: Beginning): Promise<boolean> {
    const begun: unknown[] = await this.dataSource.query(BEGIN, [
      user.id,
      user.password,
      caller.address,
      caller.userAgent,
      currentContext()?.correlationId ?? null,
      session.sid,
      JSON.stringify(session.data),
      session.idleMs,
      session.data.endsAt,
      ...successValues(success),
    ]);
    return begun.length > 0;
  }
}
