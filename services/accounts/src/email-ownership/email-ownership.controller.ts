import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  type Caller,
  confirmEmail,
  DomainError,
  emailBounced,
  MAILBOX_LIMIT,
  type PayloadOf,
  type RequestOf,
  resendConfirmation,
  tooManyRequests,
  UNDO_EMAIL_CHANGE_HOURS,
  undoEmailChange,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountMails } from '../credentials/account-mails.js';
import { createToken, hashToken, revokeTokens } from '../credentials/single-use-tokens.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { toSuspectSince } from '../recovery/recovery-statements.js';
import { RecoveryService } from '../recovery/recovery.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountTies } from '../users/account-ties.js';
import { publishContactChanged } from '../users/contact-changed.js';
import { EmailConfirmationService } from '../users/email-confirmation.service.js';
import { hasConfirmedEmail } from '../users/email.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { EmailChangeRepository } from './email-change.repository.js';

/** Whether a user owns the address of the account: links that confirm it, and mail that comes back. */
@Controller()
export class EmailOwnershipController {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: SessionsService,
    private readonly sessionRows: SessionRepository,
    private readonly emailChanges: EmailChangeRepository,
    private readonly confirmations: EmailConfirmationService,
    private readonly mails: AccountMails,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
    private readonly ties: AccountTies,
  ) {}

  /**
   * Confirms the current address or a requested new one. The link alone is not enough: a mistyped address belongs to
   * somebody who gets the link too, and who could then reset the password.
   */
  @HandleCommand(confirmEmail)
  async confirm({ token, sid, caller }: RequestOf<typeof confirmEmail>): Promise<object> {
    await this.rateLimiter.assertWithinLimit('confirm-email', caller);
    const tokenHash = hashToken(token);
    const changing = await this.emailChanges.findUserId(tokenHash);
    const userId = changing ?? (await this.confirmations.findUserId(tokenHash));
    if (userId === undefined) throw new DomainError('LINK_EXPIRED');
    if (userId !== (await this.findUserIdOf(sid))) throw new DomainError('SIGN_IN_TO_CONFIRM');
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user || user.disabledAt) throw new DomainError('LINK_EXPIRED');
      if (changing !== undefined) await this.applyChange(tx, user, tokenHash, sid, caller);
      else await this.confirmCurrent(tx, user, tokenHash, caller);
    });
    return {};
  }

  @HandleCommand(resendConfirmation)
  async resend({ userId }: RequestOf<typeof resendConfirmation>): Promise<object> {
    const user = await this.users.findById(userId);
    if (!user || user.disabledAt) throw new DomainError('USER_NOT_FOUND');
    if (hasConfirmedEmail(user)) throw new DomainError('EMAIL_ALREADY_CONFIRMED');
    if (!(await this.rateLimiter.canSendEmail('confirm-email', user.email)))
      throw tooManyRequests(MAILBOX_LIMIT.seconds);
    await this.transactions.run((tx) => this.confirmations.sendLink(tx, user, 'confirm-email'));
    return {};
  }

  /** Ignores a bounce of an address that the account has left, and one that is older than the one recorded. */
  @HandleEvent(emailBounced)
  async recordBounce({ userId, email, at }: PayloadOf<typeof emailBounced>, message: Message): Promise<void> {
    const bouncedAt = new Date(at);
    await this.transactions.once(message, async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (user?.email !== email || (user.emailBouncedAt && user.emailBouncedAt >= bouncedAt)) return;
      await this.users.update(tx, userId, { emailBouncedAt: bouncedAt });
      await this.audit.insert(tx, {
        action: 'email-bounced',
        userId,
        actorId: null,
        newValue: { email },
        at,
      });
    });
  }

  private async findUserIdOf(sid: string | null): Promise<string | undefined> {
    return sid ? (await this.sessions.resolve(sid, true)).user?.id : undefined;
  }

  private async confirmCurrent(tx: Tx, user: UserEntity, tokenHash: string, caller: Caller): Promise<void> {
    const email = await this.confirmations.use(tx, tokenHash);
    // The account may have moved to another address since.
    if (email !== user.email) throw new DomainError('LINK_EXPIRED');
    await this.confirmations.confirm(tx, user, caller);
  }

  private async applyChange(
    tx: Tx,
    user: UserEntity,
    tokenHash: string,
    keptSid: string | null,
    caller: Caller,
  ): Promise<void> {
    const change = await this.emailChanges.use(tx, tokenHash);
    if (!change) throw new DomainError('LINK_EXPIRED');
    const emailConfirmedAt = new Date();
    await this.users.updateEmail(tx, user.id, change.newEmail, emailConfirmedAt);
    await revokeTokens(tx, user.id);
    await this.sessionRows.deleteByUser(tx, user.id, keptSid);
    await this.audit.insertByUser(tx, 'email-changed', user.id, caller, {
      oldValue: { email: user.email },
      newValue: { email: change.newEmail },
    });
    await this.notifyPreviousAddress(tx, user, change.id);
    if (!user.isAdmin) this.ties.publish(tx, user.id, { email: change.newEmail });
    await publishContactChanged(tx, user, { email: change.newEmail, emailConfirmedAt });
  }

  /**
   * Warns the owner of the account in case another person made the change. Only a confirmed address can undo it: an
   * unconfirmed one may belong to a stranger, who would get the account.
   */
  private async notifyPreviousAddress(tx: Tx, user: UserEntity, changeId: string): Promise<void> {
    const expiresAt = new Date(Date.now() + UNDO_EMAIL_CHANGE_HOURS * 3_600_000);
    const link = hasConfirmedEmail(user)
      ? ({ page: 'undo-email-change', token: createToken(), expiresAt } as const)
      : undefined;
    if (link) {
      const undo = { previousEmail: user.email, tokenHash: hashToken(link.token), expiresAt };
      await this.emailChanges.allowUndo(tx, changeId, undo);
    }
    this.mails.publish(tx, user, 'email-changed', { link });
  }
}

/** Returns an account to the address from which somebody moved it. */
@Controller()
export class UndoEmailChangeController {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly emailChanges: EmailChangeRepository,
    private readonly recoveries: RecoveryService,
    private readonly mails: AccountMails,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * Whoever changed the address knew the password. So every session ends, no password works any more, and a link to
   * choose a new one goes to the restored address.
   */
  @HandleCommand(undoEmailChange)
  async undo({ token, caller }: RequestOf<typeof undoEmailChange>): Promise<object> {
    await this.rateLimiter.assertWithinLimit('confirm-email', caller);
    const tokenHash = hashToken(token);
    const userId = await this.emailChanges.findUserIdOfUndo(tokenHash);
    if (userId === undefined) throw new DomainError('LINK_EXPIRED');
    const recovered = await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      const undone = user && !user.disabledAt ? await this.emailChanges.useUndo(tx, tokenHash) : undefined;
      if (!user || !undone) throw new DomainError('LINK_EXPIRED');
      const { previousEmail: email, requestedAt } = undone;
      const emailConfirmedAt = new Date();
      await this.users.updateEmail(tx, userId, email, emailConfirmedAt);
      // What was added shortly before the change was requested also counts as the thief's.
      const suspectSince = toSuspectSince(requestedAt.getTime());
      const result = await this.recoveries.recover(tx, userId, 'email-change-undone', caller, suspectSince);
      await this.audit.insertByUser(tx, 'email-change-undone', userId, caller, {
        oldValue: { email: user.email },
        newValue: { email },
      });
      await publishContactChanged(tx, user, { email, emailConfirmedAt });
      this.mails.publish(tx, user, 'email-change-undone');
      return result;
    });
    await this.recoveries.apply(recovered);
    return {};
  }
}
