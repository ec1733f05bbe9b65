import { type changePassword, DomainError, errorCatalog, type RequestOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { assertNotCommonPassword } from '../credentials/common-passwords.js';
import { hashPassword, verifyPassword } from '../credentials/passwords.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { UserRepository } from '../users/user.repository.js';
import { PasswordUpdateService } from './password-update.service.js';

const wrongPasswordError = (): DomainError =>
  new DomainError('WRONG_PASSWORD', {
    fields: [{ field: 'currentPassword', message: errorCatalog.WRONG_PASSWORD.detail }],
  });

@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly passwordUpdates: PasswordUpdateService,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * Counts wrong current passwords as failed sign-ins, because a stolen or unattended session would otherwise allow
   * unlimited guessing. A rejected new password does not count.
   *
   * @throws USER_NOT_FOUND, WRONG_PASSWORD, COMMON_PASSWORD, TOO_MANY_REQUESTS
   */
  async change(request: RequestOf<typeof changePassword>): Promise<void> {
    const { userId, sid, currentPassword, password, caller } = request;
    const user = await this.users.findById(userId);
    if (!user || user.disabledAt) throw new DomainError('USER_NOT_FOUND');
    assertNotCommonPassword(password, [user.email, user.phone]);
    await this.rateLimiter.countSignInAttempt(user.email, caller);
    if (!(await verifyPassword(user.password, currentPassword))) {
      await this.transactions.run((tx) =>
        this.audit.insert(tx, { action: 'password-change-failed', userId, actorId: userId, caller }),
      );
      throw wrongPasswordError();
    }
    await this.rateLimiter.applyResets(user.email, caller);
    const passwordHash = await hashPassword(password);
    await this.transactions.run(async (tx) => {
      const current = await this.users.lock(tx, userId);
      if (!current || current.disabledAt) throw new DomainError('USER_NOT_FOUND');
      // A concurrent change won: the password verified above is no longer the current one.
      if (current.password !== user.password) throw wrongPasswordError();
      await this.passwordUpdates.update(tx, current, { passwordHash, caller, keptSid: sid });
    });
  }
}
