import type { Caller, SecondFactorKind } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { SecurityMails } from '../credentials/security-mails.js';
import { SessionRepository } from '../sessions/session.repository.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';

interface Activation {
  readonly kind: SecondFactorKind;
  readonly caller: Caller;
  /** The session that set the factor up. */
  readonly keptSid: string;
}

/** What follows from a new second factor, of either kind. */
@Injectable()
export class FactorActivationService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly mails: SecurityMails,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * The first factor creates recovery codes and ends the other sessions, which began without a second factor. The
   * caller holds the lock on `user`.
   */
  async activate(
    tx: Tx,
    user: UserEntity,
    { kind, caller, keptSid }: Activation,
  ): Promise<{ recoveryCodes: string[] | null }> {
    await this.audit.insert(tx, {
      action: 'second-factor-added',
      userId: user.id,
      actorId: user.id,
      caller,
      newValue: { kind },
    });
    this.mails.publish(tx, user, 'second-factor-added');
    if (user.hasSecondFactor) return { recoveryCodes: null };
    await this.users.update(tx, user.id, { hasSecondFactor: true });
    await this.sessions.deleteByUser(tx, user.id, keptSid);
    return { recoveryCodes: await this.recoveryCodes.replace(tx, user.id) };
  }
}
