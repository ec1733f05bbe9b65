import { randomUUID } from 'node:crypto';
import { accountMail } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import type { UserEntity } from '../database/entities/user.entity.js';
import { UsersRepository } from '../database/repositories/users.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { Caller } from '../sign-in/client.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

interface Change {
  readonly passwordHash: string;
  readonly caller: Caller;
  /** The session that goes on; without it every session ends. */
  readonly keepSession: string | null;
}

/** What follows from a new password, however it came about. The caller holds the user's lock. */
@Injectable()
export class NewPassword {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** Ends sessions, makes mailed links worthless, and tells the owner. */
  async set(tx: Tx, user: UserEntity, { passwordHash, caller, keepSession }: Change): Promise<void> {
    await this.users.change(tx, user.id, { password: passwordHash });
    await this.sessions.removeOf(tx, user.id, keepSession);
    await this.resets.cancelOf(tx, user.id);
    await this.resets.cancelEmailChangesOf(tx, user.id);
    await this.audit.add(tx, { action: 'password-changed', userId: user.id, actorId: user.id, caller });
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
