import { type Caller, DomainError, errorCatalog } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { type AuditAction, AuditRepository } from '../audit/audit.repository.js';
import { verifyPassword } from '../credentials/passwords.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import type { UserEntity } from '../users/user.entity.js';

export const wrongPasswordError = (message: string = errorCatalog.WRONG_PASSWORD.detail): DomainError =>
  new DomainError('WRONG_PASSWORD', { detail: message, fields: [{ field: 'currentPassword', message }] });

/** Checks the current password again before a change that a stolen or unattended session must not make. */
@Injectable()
export class CurrentPasswordService {
  constructor(
    private readonly transactions: Transactions,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * Counts wrong passwords as failed sign-ins, because a session would otherwise allow unlimited guessing. The caller
   * compares the hash again under the lock on the user: the password may change meanwhile.
   *
   * @throws WRONG_PASSWORD, TOO_MANY_REQUESTS
   */
  async verify(
    { id, email, password }: Pick<UserEntity, 'id' | 'email' | 'password'>,
    currentPassword: string,
    { caller, failure }: { caller: Caller; failure: AuditAction },
  ): Promise<void> {
    await this.rateLimiter.countSignInAttempt(email, caller);
    if (!(await verifyPassword(password, currentPassword))) {
      await this.transactions.run((tx) => this.audit.insertByUser(tx, failure, id, caller));
      throw wrongPasswordError();
    }
    await this.rateLimiter.takeBackAttempt(email, caller);
  }
}
