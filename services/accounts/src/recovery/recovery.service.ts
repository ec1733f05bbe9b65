import { randomUUID } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  accountRecovered,
  applyRecovery,
  type Caller,
  issuePasswordReset,
  type PayloadOf,
  type Recovery,
  recoveryEffects,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { revokeAccess } from './recovery-statements.js';

export type AccountRecovery = PayloadOf<typeof accountRecovered>;

const CLAIM_VERSION = `
  UPDATE users SET published_recovery_version = recovery_version WHERE id = $1
  RETURNING recovery_version AS version, email`;

/** Returns an account to its owner: ends what others set up, here and in the other services. */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly commands: CommandClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * The caller holds the lock on the user, and passes the result to `apply` after the commit.
   *
   * @param caller who recovers the account
   * @param suspectSince sign-in methods added since then may be a thief's; default: 72 hours ago
   */
  async recover(
    tx: Tx,
    userId: string,
    recovery: Recovery,
    caller: Caller,
    suspectSince?: Date,
  ): Promise<AccountRecovery> {
    await revokeAccess(tx.manager, userId, recovery, suspectSince);
    return this.publish(tx, userId, recovery, caller.address);
  }

  /** Publishes the recovery, and mails a link to choose a password if none works any more. */
  async publish(tx: Tx, userId: string, recovery: Recovery, address: string): Promise<AccountRecovery> {
    const [row] = await tx.query<{ version: number; email: string }>(CLAIM_VERSION, [userId]);
    if (!row) throw new Error(`user ${userId} does not exist`);
    const recovered: AccountRecovery = {
      userId,
      version: row.version,
      destinations: recoveryEffects.channel[recovery] === 'removed' ? 'removed' : 'paused',
      card: recoveryEffects.card[recovery] === 'removed' ? 'removed' : 'stays',
      at: new Date().toISOString(),
    };
    tx.publish(accountRecovered, recovered, { key: `${userId}-${row.version}` });
    if (recoveryEffects.password[recovery] === 'removed') {
      const requestId = randomUUID();
      const payload = { requestId, email: row.email, address, isRecovery: true };
      tx.publish(issuePasswordReset, payload, { key: requestId });
    }
    return recovered;
  }

  /**
   * Waits until the notifier no longer sends to what the recovery paused or removed. Best-effort: if this fails, the
   * published event does the same, only later.
   */
  async apply(recovered: AccountRecovery): Promise<void> {
    try {
      await this.commands.send(applyRecovery, recovered);
    } catch (err) {
      this.logger.warn({ err, userId: recovered.userId }, 'recovery not confirmed by the notifier yet');
    }
  }
}
