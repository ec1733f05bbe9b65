import { HandleCommand } from '@desk/bullmq-transport';
import { DomainError, type RequestOf, undoEmailChange } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountMails } from '../credentials/account-mails.js';
import { hashToken } from '../credentials/single-use-tokens.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { settledSince } from '../recovery/recovery-statements.js';
import { RecoveryService } from '../recovery/recovery.service.js';
import { publishContactChanged } from '../users/contact-changed.js';
import { emailTakenError } from '../users/email.js';
import { UserRepository } from '../users/user.repository.js';
import { EmailChangeRepository } from './email-change.repository.js';

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
      if (!(await this.users.updateEmail(tx, userId, email, emailConfirmedAt))) throw emailTakenError();
      // What was added shortly before the change was requested is the thief's, like what was added later.
      const unsettledSince = settledSince(requestedAt.getTime());
      const result = await this.recoveries.recover(tx, userId, 'email-change-undone', caller, unsettledSince);
      await this.audit.insertOwn(tx, 'email-change-undone', userId, caller, {
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
