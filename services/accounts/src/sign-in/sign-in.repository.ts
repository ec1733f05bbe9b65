import { Broadcast, currentContext } from '@desk/bullmq-transport';
import { type Caller, type ProofMethod, SESSIONS_ENDED } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { deviceStatusSql, type DeviceStatus, recordDeviceSql } from '../known-devices/known-devices.js';
import { type CounterResets, counterResetsSql, counterResetsValues } from '../rate-limits/counter-resets.js';
import type { NewSession } from '../sessions/session.repository.js';
import { type CurrentUserRow, currentUserColumns } from '../users/current-user.js';

export type SignInUserRow = CurrentUserRow & { readonly deviceStatus: DeviceStatus };

interface SuccessfulSignIn {
  readonly user: SignInUserRow;
  readonly session: NewSession;
  readonly resets: CounterResets;
  readonly caller: Caller;
  readonly deviceKey: string;
  readonly method: ProofMethod;
  /** The session that the request came with. It ends. */
  readonly replacedSid: string | undefined;
}

/**
 * Stores the session, the audit entries, the device and the counter resets, and ends the replaced session, in one
 * statement: the user waits for every round trip, and no session exists without its audit entry.
 */
const CREATE_SESSION = prepared(`
  WITH verified AS MATERIALIZED (
    SELECT id FROM users
     WHERE id = $1 AND password = $2 AND has_second_factor = $3 AND disabled_at IS NULL FOR SHARE),
  audited AS (
    INSERT INTO audit_events (action, user_id, actor_id, address, user_agent, correlation_id, new_value)
    SELECT 'signed-in', id, id, $4::text, $5::text, $6::text, $7::jsonb FROM verified),
  replaced AS (
    DELETE FROM sessions WHERE sid = $8::uuid AND EXISTS (SELECT 1 FROM verified) RETURNING user_id),
  replacement_audited AS (
    INSERT INTO audit_events (action, user_id, actor_id, address, user_agent, correlation_id)
    SELECT 'signed-out', user_id, user_id, $4::text, $5::text, $6::text FROM replaced),
  device AS (${recordDeviceSql('verified', '$9')}),
  reset AS (${counterResetsSql(14, 'EXISTS (SELECT 1 FROM verified)')})
  INSERT INTO sessions (sid, sess, expire)
  SELECT $10::uuid, $11::json, LEAST(now() + $12 * interval '1 ms', $13::timestamptz) FROM verified
  RETURNING (SELECT user_id FROM replaced) AS "replacedUserId"`);

@Injectable()
export class SignInRepository {
  private readonly findByEmailSql: string;
  private readonly findByIdSql: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly broadcast: Broadcast,
  ) {
    const columns = `${currentUserColumns(dataSource)}, ${deviceStatusSql('$2')} AS "deviceStatus"`;
    this.findByEmailSql = prepared(
      `SELECT ${columns}
         FROM (VALUES ($1::text)) AS requested (email) LEFT JOIN users u ON u.email = requested.email`,
    );
    this.findByIdSql = `SELECT ${columns} FROM users u WHERE u.id = $1`;
  }

  /** Reads one row whether or not the account exists, so that both cases take equally long. */
  async findByEmail(email: string, deviceKey: string): Promise<SignInUserRow | undefined> {
    const [row] = await this.dataSource.query<[SignInUserRow | Record<keyof SignInUserRow, null>]>(
      this.findByEmailSql,
      [email, deviceKey],
    );
    return row.id === null ? undefined : row;
  }

  async findById(id: string, deviceKey: string): Promise<SignInUserRow | undefined> {
    const [row]: SignInUserRow[] = await this.dataSource.query(this.findByIdSql, [id, deviceKey]);
    return row;
  }

  /**
   * Lets two sign-ins of one user run at the same time, but not together with a change of the user's factors or password.
   * Taken before any other lock of the sign-in, as those changes also lock the user first.
   */
  async lockShared(tx: Tx, userId: string): Promise<void> {
    await tx.query('SELECT id FROM users WHERE id = $1 FOR SHARE', [userId]);
  }

  /**
   * Returns false, and changes nothing, if the account was disabled, or its password or need of a second factor
   * changed, after `user` was read.
   */
  async createSession(signIn: SuccessfulSignIn, tx?: Tx): Promise<boolean> {
    const { user, session, resets, caller } = signIn;
    const created: { replacedUserId: string | null }[] = await (tx?.manager ?? this.dataSource).query(
      CREATE_SESSION,
      [
        user.id,
        user.password,
        user.hasSecondFactor,
        caller.address,
        caller.userAgent,
        currentContext()?.correlationId ?? null,
        signIn.method === 'password' ? null : JSON.stringify({ method: signIn.method }),
        signIn.replacedSid ?? null,
        signIn.deviceKey,
        session.sid,
        JSON.stringify(session.data),
        session.idleMs,
        session.data.endsAt,
        ...counterResetsValues(resets),
      ],
    );
    const replacedUserId = created[0]?.replacedUserId;
    if (replacedUserId) {
      const announce = () => this.broadcast.publish(SESSIONS_ENDED, replacedUserId);
      if (tx) tx.afterCommit(announce);
      else announce();
    }
    return created.length > 0;
  }
}
