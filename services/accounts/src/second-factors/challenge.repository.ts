import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createToken, hashToken } from '../credentials/single-use-tokens.js';

/** A challenge for one purpose is not accepted for another. */
type ChallengePurpose = 'second-factor' | 'passkey-sign-in' | 'passkey-setup' | 'reauthentication';

export interface Challenge {
  /** Null before a sign-in with a passkey alone. */
  readonly userId: string | null;
  readonly passkeyChallenge: string | null;
}

interface IssuedChallenge {
  readonly token: string;
  readonly expiresAt: string;
}

const LIFETIME_MS = 5 * 60_000;
const COLUMNS = 'user_id AS "userId", passkey_challenge AS "passkeyChallenge"';

const newChallenge = (): IssuedChallenge => ({
  token: createToken(),
  expiresAt: new Date(Date.now() + LIFETIME_MS).toISOString(),
});

/** Challenges that browsers have to answer. A token identifies each one; only its hash is stored. */
@Injectable()
export class ChallengeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async issue(purpose: ChallengePurpose, challenge: Challenge): Promise<IssuedChallenge> {
    const { token, expiresAt } = newChallenge();
    await this.dataSource.query(
      `INSERT INTO sign_in_challenges (token_hash, purpose, user_id, passkey_challenge, expires_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [hashToken(token), purpose, challenge.userId, challenge.passkeyChallenge, expiresAt],
    );
    return { token, expiresAt };
  }

  /**
   * Issues the second step of a sign-in. Returns undefined if the account was disabled or its password changed after
   * `user` was read.
   */
  async issueSecondStep(
    user: { readonly id: string; readonly password: string },
    passkeyChallenge: string | null,
  ): Promise<IssuedChallenge | undefined> {
    const { token, expiresAt } = newChallenge();
    const issued: unknown[] = await this.dataSource.query(
      `WITH verified AS MATERIALIZED (
         SELECT id FROM users WHERE id = $1 AND password = $2 AND disabled_at IS NULL FOR SHARE)
       INSERT INTO sign_in_challenges (token_hash, purpose, user_id, passkey_challenge, expires_at)
       SELECT $3, 'second-factor', id, $4, $5 FROM verified RETURNING token_hash`,
      [user.id, user.password, hashToken(token), passkeyChallenge, expiresAt],
    );
    return issued.length > 0 ? { token, expiresAt } : undefined;
  }

  async find(purpose: ChallengePurpose, token: string): Promise<Challenge | undefined> {
    const [row]: Challenge[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM sign_in_challenges
        WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()`,
      [hashToken(token), purpose],
    );
    return row;
  }

  /** Returns the challenge to the first caller only, unless the transaction is rolled back. */
  async use(tx: Tx, purpose: ChallengePurpose, token: string): Promise<Challenge | undefined> {
    return tx.one<Challenge>(
      `DELETE FROM sign_in_challenges WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()
       RETURNING ${COLUMNS}`,
      [hashToken(token), purpose],
    );
  }
}
