import { randomUUID } from 'node:crypto';
import {
  MAX_PHONE_CODE_TRIES,
  PHONE_CODE_LIMIT,
  PHONE_CODE_MINUTES,
  PHONE_CODE_USER_LIMIT,
  PHONE_CODE_WAIT_SECONDS,
  type RequestLimit,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredCode } from './phone-code-rules.js';

interface NewCode {
  readonly userId: string;
  readonly phone: string;
  readonly digest: string;
  readonly optInText: string;
  readonly network: string;
}

interface CodeTimes {
  readonly phone: string;
  readonly expiresAt: Date;
  readonly resendAt: Date;
}

interface LatestCode extends StoredCode {
  readonly id: string;
  readonly optInText: string;
  readonly network: string;
  readonly requestedAt: Date;
}

const TIMES = `phone, expires_at AS "expiresAt", requested_at + interval '${PHONE_CODE_WAIT_SECONDS} s' AS "resendAt"`;

/** Codes that were sent to numbers. Rows of used and expired ones count against the limits until they are removed. */
@Injectable()
export class PhoneCodeRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the user's code that waits to be entered. */
  async findValid(userId: string): Promise<CodeTimes | undefined> {
    const rows: CodeTimes[] = await this.dataSource.query(
      `SELECT ${TIMES} FROM (SELECT * FROM phone_codes WHERE user_id = $1 ORDER BY requested_at DESC LIMIT 1) latest
        WHERE used_at IS NULL AND expires_at > now() AND tries < ${MAX_PHONE_CODE_TRIES}`,
      [userId],
    );
    return rows[0];
  }

  /** Ends the codes that a user requested before a recovery. */
  async expireOfUser(tx: Tx, userId: string, before: string): Promise<void> {
    await tx.query(
      'UPDATE phone_codes SET expires_at = now() WHERE user_id = $1 AND requested_at < $2 AND expires_at > now()',
      [userId, before],
    );
  }

  /** Serializes the requests of one user until the transaction ends. */
  async lockUser(tx: Tx, userId: string): Promise<void> {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('phone codes of ' || $1, 0))", [userId]);
  }

  /** Returns the seconds until another code may be sent; 0 if now. */
  async getWaitSeconds(tx: Tx, userId: string, phone: string): Promise<number> {
    const waits = [
      await this.waitOf(tx, 'user_id', userId, { requests: 1, seconds: PHONE_CODE_WAIT_SECONDS }),
      await this.waitOf(tx, 'user_id', userId, PHONE_CODE_USER_LIMIT),
      await this.waitOf(tx, 'phone', phone, PHONE_CODE_LIMIT),
    ];
    return Math.max(...waits);
  }

  async insert(
    tx: Tx,
    { userId, phone, digest, optInText, network }: NewCode,
  ): Promise<CodeTimes & { id: string }> {
    const [row] = await tx.query<CodeTimes & { id: string }>(
      `INSERT INTO phone_codes (id, user_id, phone, digest, opt_in_text, network, requested_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp() + interval '${PHONE_CODE_MINUTES} min')
       RETURNING id, ${TIMES}`,
      [randomUUID(), userId, phone, digest, optInText, network],
    );
    if (!row) throw new Error('an inserted code was not returned');
    return row;
  }

  async expire(codeId: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE phone_codes SET expires_at = LEAST(expires_at, now()) WHERE id = $1',
      [codeId],
    );
  }

  async expireOf(tx: Tx, phone: string): Promise<void> {
    await tx.query(
      'UPDATE phone_codes SET expires_at = now() WHERE phone = $1 AND expires_at > now() AND used_at IS NULL',
      [phone],
    );
  }

  /** Returns the user's latest code. Codes before it are no longer valid. The caller has locked the user. */
  async findLatest(tx: Tx, userId: string): Promise<LatestCode | undefined> {
    return tx.one<LatestCode>(
      `SELECT id, phone, digest, tries, opt_in_text AS "optInText", network, requested_at AS "requestedAt",
              used_at IS NOT NULL OR expires_at <= now() AS "isExpired"
         FROM phone_codes WHERE user_id = $1 ORDER BY requested_at DESC LIMIT 1`,
      [userId],
    );
  }

  async countTry(tx: Tx, codeId: string): Promise<void> {
    await tx.query('UPDATE phone_codes SET tries = tries + 1 WHERE id = $1', [codeId]);
  }

  /** Uses the code up, and keeps what its user agreed to. */
  async useUp(
    tx: Tx,
    userId: string,
    { id, phone, optInText, network, requestedAt }: LatestCode,
  ): Promise<void> {
    await tx.query('UPDATE phone_codes SET used_at = now() WHERE id = $1', [id]);
    await tx.query(
      `INSERT INTO phone_consents (id, user_id, phone, wording, network, agreed_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, userId, phone, optInText, network, requestedAt],
    );
  }

  private async waitOf(
    tx: Tx,
    column: 'user_id' | 'phone',
    value: string,
    { requests, seconds }: Pick<RequestLimit, 'requests' | 'seconds'>,
  ): Promise<number> {
    // The oldest of the last `requests` rows: it must have left the window.
    const [row] = await tx.query<{ waitSeconds: number }>(
      `SELECT ceil($3 - extract(epoch FROM clock_timestamp() - requested_at))::int AS "waitSeconds" FROM phone_codes
        WHERE ${column} = $1 AND requested_at > clock_timestamp() - $3 * interval '1 s'
        ORDER BY requested_at DESC OFFSET $2 LIMIT 1`,
      [value, requests - 1, seconds],
    );
    return row === undefined ? 0 : Math.max(1, row.waitSeconds);
  }
}
