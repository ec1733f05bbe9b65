import { DomainError, isEmailConfirmed, type Ownership } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

interface AccountState {
  readonly version: number;
  readonly confirmedAt: Date | null;
  readonly bouncedAt: Date | null;
}

/** A copy from accounts: how often each account was recovered, and whether its owner has confirmed the address. */
@Injectable()
export class AccountRecoveryRepository {
  /**
   * Allows a change that gives lasting access, and returns the version to store with it. Waits for a recovery that is
   * being applied, so what an older session sets up is either paused or removed by the recovery, or refused.
   *
   * @param ownership what accounts says about the agent's session; without it, the copy decides
   * @throws UNAUTHENTICATED, EMAIL_NOT_CONFIRMED
   */
  async admit(tx: Tx, userId: string, ownership: Ownership | undefined): Promise<number> {
    await this.lock(tx, userId);
    const account = await this.find(tx, userId);
    if (ownership && ownership.recoveryVersion < account.version) throw new DomainError('UNAUTHENTICATED');
    // The copy may lag behind a confirmation that accounts has recorded.
    if (!(ownership?.isEmailConfirmed ?? isEmailConfirmed(account)))
      throw new DomainError('EMAIL_NOT_CONFIRMED');
    return Math.max(account.version, ownership?.recoveryVersion ?? 0);
  }

  /** Records a recovery. Returns false if it, or a later one, was recorded before. */
  async advance(tx: Tx, userId: string, version: number, at: string): Promise<boolean> {
    await this.lock(tx, userId);
    const advanced = await tx.query(
      `INSERT INTO account_recoveries AS r (user_id, version, at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, at = excluded.at WHERE r.version < excluded.version
       RETURNING version`,
      [userId, version, at],
    );
    return advanced.length > 0;
  }

  private async lock(tx: Tx, userId: string): Promise<void> {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('recovery of ' || $1, 0))", [userId]);
  }

  private async find(tx: Tx, userId: string): Promise<AccountState> {
    const [row] = await tx.query<AccountState>(
      `SELECT COALESCE((SELECT version FROM account_recoveries WHERE user_id = $1), 0) AS version,
              c.confirmed_at AS "confirmedAt", c.bounced_at AS "bouncedAt"
         FROM (VALUES (1)) AS one LEFT JOIN channels c ON c.buyer_id = $1 AND c.kind = 'email'`,
      [userId],
    );
    if (!row) throw new Error('the state of an account is one row');
    return row;
  }
}
