import { type changePassword, DomainError, errorCatalog, type RequestOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { UsersRepository } from '../database/repositories/users.repository.js';
import { NewPassword } from '../password-reset/new-password.js';
import { refuseCommonPassword } from '../sign-in/common-passwords.js';
import { checkPassword, hashPassword } from '../sign-in/passwords.js';
import { ThrottlingService } from '../throttling/throttling.service.js';

const wrongPassword = (): DomainError =>
  new DomainError('WRONG_PASSWORD', {
    fields: [{ field: 'currentPassword', message: errorCatalog.WRONG_PASSWORD.detail }],
  });

@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersRepository,
    private readonly newPassword: NewPassword,
    private readonly throttling: ThrottlingService,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * Whoever sits at an open session may be somebody else, so guessing the current password counts as guessing at
   * the sign-in does. A refused new password is no guess.
   */
  async change(request: RequestOf<typeof changePassword>): Promise<void> {
    const { userId, sid, currentPassword, password, caller } = request;
    const user = await this.users.byId(userId);
    if (!user || user.disabledAt) throw new DomainError('USER_NOT_FOUND');
    refuseCommonPassword(password, [user.email, user.phone]);
    await this.throttling.trySignIn(user.email, caller);
    if (!(await checkPassword(user.password, currentPassword))) {
      await this.transactions.run((tx) =>
        this.audit.add(tx, { action: 'password-change-failed', userId, actorId: userId, caller }),
      );
      throw wrongPassword();
    }
    await this.throttling.signedIn(user.email, caller);
    const passwordHash = await hashPassword(password);
    await this.transactions.run(async (tx) => {
      const current = await this.users.lock(tx, userId);
      if (!current || current.disabledAt) throw new DomainError('USER_NOT_FOUND');
      // Somebody else was faster: what was compared is the current password no more.
      if (current.password !== user.password) throw wrongPassword();
      await this.newPassword.set(tx, current, { passwordHash, caller, keepSession: sid });
    });
  }
}
