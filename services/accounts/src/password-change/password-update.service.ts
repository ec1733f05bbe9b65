import { randomUUID } from 'node:crypto';
import { accountMail, type Caller } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { SingleUseLinkRepository } from '../credentials/single-use-link.repository.js';
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
    private readonly links: SingleUseLinkRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** Ends sessions, revokes emailed links and notifies the owner. The caller holds the lock on `user`. */
  async update(tx: Tx, user: UserEntity, { passwordHash, caller, keptSid }: PasswordUpdate): Promise<void> {
    await this.users.update(tx, user.id, { password: passwordHash });
    await this.sessions.deleteByUser(tx, user.id, keptSid);
    await this.links.revokeAll(tx, user.id);
    await this.audit.insert(tx, { action: 'password-changed', userId: user.id, actorId: user.id, caller });
    const mailId = randomUUID();
    tx.publish(
      accountMail,
      {
        mailId,
        userId: user.id,
        kind: 'password-changed',
        email: user.email,
        firstName: user.firstName,
        link: null,
        at: new Date().toISOString(),
        expiresAt: null,
      },
      { key: mailId },
    );
  }
}
