import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/**
 * A method that was set up before the account was recovered, until its user keeps or removes it: it works only as the
 * second step after the password, or not at all.
 */
type FactorReview = 'after-password' | 'off';

export interface Passkey {
  readonly id: string;
  readonly userId: string;
  /** base64url, chosen by the authenticator. */
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly transports: string[];
  readonly review: FactorReview | null;
}

export interface NewPasskey extends Omit<Passkey, 'review'> {
  readonly name: string;
  readonly counter: number;
}

const COLUMNS = `id, user_id AS "userId", credential_id AS "credentialId", public_key AS "publicKey", transports, review`;

@Injectable()
export class PasskeyRepository {
  constructor(private readonly dataSource: DataSource) {}

  async listByUser(userId: string): Promise<Passkey[]> {
    return this.dataSource.query(`SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 ORDER BY created_at`, [
      userId,
    ]);
  }

  /** Returns those that work as the second step. */
  async listUsable(userId: string): Promise<Passkey[]> {
    return (await this.listByUser(userId)).filter(({ review }) => review !== 'off');
  }

  async findByCredentialId(credentialId: string, tx?: Tx): Promise<Passkey | undefined> {
    const sql = `SELECT ${COLUMNS} FROM passkeys WHERE credential_id = $1`;
    const [row]: Passkey[] = await (tx?.manager ?? this.dataSource).query(sql, [credentialId]);
    return row;
  }

  /** Returns false if this credential is registered, with this account or another one. */
  async insert(tx: Tx, passkey: NewPasskey): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, transports)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
      [
        passkey.id,
        passkey.userId,
        passkey.name,
        passkey.credentialId,
        passkey.publicKey,
        passkey.counter,
        passkey.transports,
      ],
    );
    return rows.length > 0;
  }

  /**
   * Stores the counter of a verified assertion. Returns false if it did not grow: then two copies of the key exist.
   * Passkeys that are synchronized always report 0.
   */
  async advanceCounter(tx: Tx, id: string, counter: number): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE passkeys SET counter = $2, last_used_at = now()
        WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
      [id, counter],
    );
    return rows.length > 0;
  }
}
