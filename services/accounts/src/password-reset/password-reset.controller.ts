import { randomInt, randomUUID } from 'node:crypto';
import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  DomainError,
  issuePasswordReset,
  type PayloadOf,
  type RequestOf,
  requestPasswordReset,
  resetPassword,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountMails } from '../credentials/account-mails.js';
import { assertNotCommonPassword } from '../credentials/common-passwords.js';
import { hashPassword } from '../credentials/passwords.js';
import { createToken, hashToken } from '../credentials/single-use-tokens.js';
import { PasswordUpdateService } from '../password-change/password-update.service.js';
import { RecoveryService } from '../recovery/recovery.service.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { EmailConfirmationService } from '../users/email-confirmation.service.js';
import { normalizeEmail } from '../users/email.js';
import { newAcceptance } from '../users/terms.js';
import { UserRepository } from '../users/user.repository.js';
import { cardDigitsRequiredError, CardDigitsService, needsCardDigits } from './card-digits.service.js';
import { PasswordResetRepository } from './password-reset.repository.js';

const LINK_LIFETIME_MINUTES = 30;
/** Random delay before a reset is issued, so that timing other requests cannot show whether this one causes work. */
const ISSUE_DELAY_MS = { min: 250, max: 1_250 } as const;

@Controller()
export class PasswordResetController {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly passwordResets: PasswordResetRepository,
    private readonly passwordUpdates: PasswordUpdateService,
    private readonly cardDigits: CardDigitsService,
    private readonly confirmations: EmailConfirmationService,
    private readonly recoveries: RecoveryService,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
    private readonly mails: AccountMails,
  ) {}

  /** Only enqueues `issue`. It does not look up the account, so the response time cannot reveal whether one exists. */
  @HandleCommand(requestPasswordReset)
  async request({ email, caller }: RequestOf<typeof requestPasswordReset>): Promise<object> {
    await this.rateLimiter.assertWithinLimit('forgot-password', caller);
    const requestId = randomUUID();
    return this.transactions.run((tx) => {
      const payload = { requestId, email: normalizeEmail(email), address: caller.address };
      const delayMs = randomInt(ISSUE_DELAY_MS.min, ISSUE_DELAY_MS.max);
      tx.publish(issuePasswordReset, payload, { key: requestId, delayMs });
      return Promise.resolve({});
    });
  }

  /**
   * Emails a reset link, unless the account does not exist, is disabled, or gets too many of these emails. No
   * limit applies after a recovery: no password works any more, and strangers can use up the limits.
   */
  @HandleEvent(issuePasswordReset)
  async issue(
    { requestId, email, address, isRecovery = false }: PayloadOf<typeof issuePasswordReset>,
    message: Message,
  ): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user || user.disabledAt) return;
    if (!isRecovery && !(await this.rateLimiter.canSendRequestedEmail('reset', email, address))) return;
    const token = createToken();
    const tokenHash = hashToken(token);
    const expiresAt = new Date(Date.now() + LINK_LIFETIME_MINUTES * 60_000);
    await this.transactions.once(message, async (tx) => {
      // The address may have changed since, and a change revokes the links sent to the old address.
      if ((await this.users.lock(tx, user.id))?.email !== email) return;
      await this.passwordResets.deleteUnused(tx, user.id);
      await this.passwordResets.insert(tx, { id: requestId, userId: user.id, tokenHash, expiresAt });
      await this.audit.insert(tx, {
        action: 'password-reset-requested',
        userId: user.id,
        actorId: null,
        caller: { address, userAgent: null },
      });
      const link = { page: 'reset-password', token, expiresAt } as const;
      this.mails.publish(tx, user, 'password-reset', { mailId: requestId, link });
    });
  }

  /**
   * Sets the new password and ends or restricts what an intruder may have left (`recoveryEffects`). A rejected password
   * does not use up the link.
   *
   * Nobody owns an account before its address is confirmed. Whoever opens the mailed link then gets the account, but not
   * the card, channels and sign-in methods set up before. After a confirmed address bounced, its mailbox may have a new
   * owner, so an account with a card also needs the card's last digits.
   */
  @HandleCommand(resetPassword)
  async reset({ token, password, cardDigits, caller }: RequestOf<typeof resetPassword>): Promise<object> {
    await this.rateLimiter.assertWithinLimit('reset-password', caller);
    const tokenHash = hashToken(token);
    const userId = await this.passwordResets.findUserId(tokenHash);
    const found = userId === undefined ? null : await this.users.findById(userId);
    if (!found || found.disabledAt) throw new DomainError('LINK_EXPIRED');
    assertNotCommonPassword(password, [found.email, found.phone]);
    const areDigitsVerified = needsCardDigits(found);
    if (areDigitsVerified) await this.cardDigits.verify(found, tokenHash, cardDigits);
    const passwordHash = await hashPassword(password);
    const recovered = await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, found.id);
      // A card or a bounce may have been recorded meanwhile.
      if (user && needsCardDigits(user) && !areDigitsVerified) throw cardDigitsRequiredError();
      const usedBy = await this.passwordResets.use(tx, tokenHash);
      if (!user || user.disabledAt || usedBy !== user.id) throw new DomainError('LINK_EXPIRED');
      await this.passwordUpdates.update(tx, user, { passwordHash, caller, keptSid: null });
      const isClaim = user.emailConfirmedAt === null;
      if (isClaim) await this.users.update(tx, user.id, newAcceptance(caller));
      if (isClaim || areDigitsVerified) await this.confirmations.confirm(tx, user, caller);
      return this.recoveries.recover(tx, user.id, isClaim ? 'claim' : 'password-reset', caller);
    });
    await this.recoveries.apply(recovered);
    return {};
  }
}
