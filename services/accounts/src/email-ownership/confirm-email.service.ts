import { randomUUID } from 'node:crypto';
import {
  accountMail,
  type Caller,
  type confirmEmail,
  DomainError,
  type RequestOf,
  UNDO_EMAIL_CHANGE_HOURS,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { SingleUseLinkRepository } from '../credentials/single-use-link.repository.js';
import { createToken, hashToken } from '../credentials/single-use-token.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountTies } from '../users/account-ties.js';
import { publishContactChanged } from '../users/contact-changed.js';
import { EmailConfirmationRepository } from '../users/email-confirmation.repository.js';
import { EmailConfirmationService } from '../users/email-confirmation.service.js';
import { hasConfirmedEmail } from '../users/email-state.js';
import { emailTakenError } from '../users/email-taken.error.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { EmailChangeRepository } from './email-change.repository.js';

type ConfirmRequest = RequestOf<typeof confirmEmail>;

/**
 * Confirms the current address or a requested new one. The link alone is not enough: a mistyped address belongs to
 * somebody who gets the link too, and who could then reset the password.
 */
@Injectable()
export class ConfirmEmailService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: SessionsService,
    private readonly sessionRows: SessionRepository,
    private readonly emailChanges: EmailChangeRepository,
    private readonly confirmations: EmailConfirmationRepository,
    private readonly ownership: EmailConfirmationService,
    private readonly links: SingleUseLinkRepository,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
    private readonly ties: AccountTies,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings>,
  ) {}

  /** @throws LINK_EXPIRED, SIGN_IN_TO_CONFIRM, EMAIL_TAKEN, TOO_MANY_REQUESTS */
  async confirm({ token, sid, caller }: ConfirmRequest): Promise<void> {
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
  }

  private async findUserIdOf(sid: string | null): Promise<string | undefined> {
    return sid ? (await this.sessions.resolve(sid, true)).user?.id : undefined;
  }

  private async confirmCurrent(tx: Tx, user: UserEntity, tokenHash: string, caller: Caller): Promise<void> {
    const confirmation = await this.confirmations.use(tx, tokenHash);
    // The account may have moved to another address since.
    if (confirmation?.email !== user.email) throw new DomainError('LINK_EXPIRED');
    await this.ownership.confirm(tx, user, caller);
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
    if (!(await this.users.updateEmail(tx, user.id, change.newEmail, emailConfirmedAt)))
      throw emailTakenError();
    await this.links.revokeAll(tx, user.id);
    await this.sessionRows.deleteByUser(tx, user.id, keptSid);
    await this.audit.insert(tx, {
      action: 'email-changed',
      userId: user.id,
      actorId: user.id,
      caller,
      oldValue: { email: user.email },
      newValue: { email: change.newEmail },
    });
    await this.notifyPreviousAddress(tx, user, change.id);
    if (!user.isAdmin) this.ties.publish(tx, user.id, { email: change.newEmail });
    await publishContactChanged(tx, user, { email: change.newEmail, emailConfirmedAt });
  }

  /**
   * Warns the owner of the account in case another person made the change. Only a confirmed address can undo it, because
   * an unconfirmed one may belong to a stranger, who would get the account.
   */
  private async notifyPreviousAddress(tx: Tx, user: UserEntity, changeId: string): Promise<void> {
    const token = hasConfirmedEmail(user) ? createToken() : undefined;
    const expiresAt = new Date(Date.now() + UNDO_EMAIL_CHANGE_HOURS * 3_600_000);
    if (token !== undefined) {
      const undo = { previousEmail: user.email, tokenHash: hashToken(token), expiresAt };
      await this.emailChanges.allowUndo(tx, changeId, undo);
    }
    const undoUrl = new URL(`/undo-email-change#token=${token}`, this.env.PUBLIC_URL).href;
    tx.publish(
      accountMail,
      {
        mailId: randomUUID(),
        userId: user.id,
        kind: 'email-changed',
        email: user.email,
        firstName: user.firstName,
        link: token === undefined ? null : undoUrl,
        at: new Date().toISOString(),
        expiresAt: token === undefined ? null : expiresAt.toISOString(),
      },
      { key: `email-changed-${changeId}` },
    );
  }
}
