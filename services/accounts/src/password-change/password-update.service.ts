import type { Caller } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountMails } from '../credentials/account-mails.js';
import { revokeTokens } from '../credentials/single-use-tokens.js';
import { SessionRepository } from '../sessions/session.repository.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';

interface PasswordUpdate {
  readonly passwordHash: string;
  readonly caller: Caller;
  /** The session that stays signed in; null ends all of them. */
  readonly keptSid: string | null;
}

/** Stores a new password with everything that follows from it, after a change as well as after a reset. */
@Injectable()
export class PasswordUpdateService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly mails: AccountMails,
    private readonly audit: AuditRepository,
  ) {}

  /** Ends sessions, revokes emailed links and notifies the owner. The caller holds the lock on `user`. */
  async update(tx: Tx, user: UserEntity, { passwordHash, caller, keptSid }: PasswordUpdate): Promise<void> {
    await this.users.update(tx, user.id, { password: passwordHash });
    await this.sessions.deleteByUser(tx, user.id, keptSid);
    await revokeTokens(tx, user.id);
    await this.audit.insertByUser(tx, 'password-changed', user.id, caller);
    this.mails.publish(tx, user, 'password-changed');
  }
}
