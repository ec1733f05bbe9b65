import { randomUUID } from 'node:crypto';
import {
  accountMail,
  DomainError,
  issuePasswordReset,
  type RequestOf,
  UNDO_EMAIL_CHANGE_HOURS,
  type undoEmailChange,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { hashPassword } from '../credentials/passwords.js';
import { SingleUseLinkRepository } from '../credentials/single-use-link.repository.js';
import { createToken, hashToken } from '../credentials/single-use-token.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { SecondFactorRepository } from '../second-factors/second-factor.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { publishContactChanged } from '../users/contact-changed.js';
import { emailTakenError } from '../users/email-taken.error.js';
import { UserRepository } from '../users/user.repository.js';
import { EmailChangeRepository } from './email-change.repository.js';

/** Sign-in methods added this long before the change was requested count as the thief's, like those added later. */
const SUSPECT_FACTOR_AGE_MS = UNDO_EMAIL_CHANGE_HOURS * 3_600_000;

/** Returns an account to the address from which somebody moved it. */
@Injectable()
export class UndoEmailChangeService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly emailChanges: EmailChangeRepository,
    private readonly links: SingleUseLinkRepository,
    private readonly sessions: SessionRepository,
    private readonly secondFactors: SecondFactorRepository,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * Whoever changed the address knew the password. So every session ends, no password works any more, and a link to
   * choose a new one goes to the restored address. Recent second factors go too: a passkey signs in without a password.
   * Older ones stay, because a link to a mailbox must not be a way around them.
   *
   * @throws LINK_EXPIRED, EMAIL_TAKEN, TOO_MANY_REQUESTS
   */
  async undo({ token, caller }: RequestOf<typeof undoEmailChange>): Promise<void> {
    await this.rateLimiter.assertWithinLimit('confirm-email', caller);
    const tokenHash = hashToken(token);
    const userId = await this.emailChanges.findUserIdOfUndo(tokenHash);
    if (userId === undefined) throw new DomainError('LINK_EXPIRED');
    const unknownPassword = await hashPassword(createToken());
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      const undone = user && !user.disabledAt ? await this.emailChanges.useUndo(tx, tokenHash) : undefined;
      if (!user || !undone) throw new DomainError('LINK_EXPIRED');
      const { previousEmail: email, requestedAt } = undone;
      const emailConfirmedAt = new Date();
      if (!(await this.users.updateEmail(tx, userId, email, emailConfirmedAt))) throw emailTakenError();
      await this.users.update(tx, userId, { password: unknownPassword });
      await this.sessions.deleteByUser(tx, userId, null);
      const suspectSince = new Date(requestedAt.getTime() - SUSPECT_FACTOR_AGE_MS);
      const removedFactors = await this.secondFactors.deleteAddedSince(tx, userId, suspectSince);
      await this.links.revokeAll(tx, userId);
      await this.audit.insert(tx, {
        action: 'email-change-undone',
        userId,
        actorId: userId,
        caller,
        oldValue: { email: user.email },
        newValue: { email, removedFactors },
      });
      await publishContactChanged(tx, user, { email, emailConfirmedAt });
      const requestId = randomUUID();
      tx.publish(issuePasswordReset, { requestId, email, address: caller.address }, { key: requestId });
      const mailId = randomUUID();
      tx.publish(
        accountMail,
        {
          ...{ mailId, userId, kind: 'email-change-undone', email: user.email, firstName: user.firstName },
          ...{ link: null, at: emailConfirmedAt.toISOString(), expiresAt: null },
        },
        { key: mailId },
      );
    });
  }
}
