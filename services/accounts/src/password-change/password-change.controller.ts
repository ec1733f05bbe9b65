import { HandleCommand } from '@desk/bullmq-transport';
import { changePassword, DomainError, type RequestOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { assertNotCommonPassword } from '../credentials/common-passwords.js';
import { hashPassword } from '../credentials/passwords.js';
import { UserRepository } from '../users/user.repository.js';
import { CurrentPasswordService, wrongPasswordError } from './current-password.service.js';
import { PasswordUpdateService } from './password-update.service.js';

@Controller()
export class PasswordChangeController {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly passwordUpdates: PasswordUpdateService,
    private readonly currentPasswords: CurrentPasswordService,
  ) {}

  /** A rejected new password does not count as a failed sign-in. */
  @HandleCommand(changePassword)
  async change(request: RequestOf<typeof changePassword>): Promise<object> {
    const { userId, sid, currentPassword, password, caller } = request;
    const user = await this.users.findById(userId);
    if (!user || user.disabledAt) throw new DomainError('USER_NOT_FOUND');
    assertNotCommonPassword(password, [user.email, user.phone]);
    await this.currentPasswords.verify(user, currentPassword, { caller, failure: 'password-change-failed' });
    const passwordHash = await hashPassword(password);
    await this.transactions.run(async (tx) => {
      const current = await this.users.lock(tx, userId);
      if (!current || current.disabledAt) throw new DomainError('USER_NOT_FOUND');
      // A concurrent change won: the password verified above is no longer the current one.
      if (current.password !== user.password) throw wrongPasswordError();
      await this.passwordUpdates.update(tx, current, { passwordHash, caller, keptSid: sid });
    });
    return {};
  }
}
