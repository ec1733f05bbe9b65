import { HandleCommand } from '@desk/bullmq-transport';
import { changeProfile, type CurrentUser, DomainError, type RequestOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { EmailChangeService } from '../email-ownership/email-change.service.js';
import { CurrentPasswordService, wrongPasswordError } from '../password-change/current-password.service.js';
import { AccountTies } from '../users/account-ties.js';
import { publishContactChanged } from '../users/contact-changed.js';
import { normalizeEmail } from '../users/email.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { UsersService } from '../users/users.service.js';

type ChangeRequest = RequestOf<typeof changeProfile>;

@Controller()
export class ProfileController {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly usersService: UsersService,
    private readonly currentPasswords: CurrentPasswordService,
    private readonly emailChanges: EmailChangeService,
    private readonly audit: AuditRepository,
    private readonly ties: AccountTies,
  ) {}

  /** A new email address takes effect only after its owner confirms it; everything else at once. */
  @HandleCommand(changeProfile)
  async update(request: ChangeRequest): Promise<CurrentUser> {
    const { userId, caller } = request;
    const newEmail = normalizeEmail(request.email);
    const newValue = {
      firstName: request.firstName.trim(),
      lastName: request.lastName.trim(),
      phone: request.phone.trim(),
      companyName: request.companyName?.trim() || null,
    };
    const current = await this.users.findById(userId);
    if (!current) throw new DomainError('USER_NOT_FOUND');
    const changesEmail = newEmail !== current.email;
    if (changesEmail) await this.assertMayChangeEmail(current, newEmail, request);
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new DomainError('USER_NOT_FOUND');
      // A concurrent change won: the password verified above is no longer the current one.
      if (changesEmail && user.password !== current.password) throw wrongPasswordError();
      const { firstName, lastName, phone, companyName } = user;
      const oldValue = { firstName, lastName, phone, companyName };
      if (JSON.stringify(oldValue) !== JSON.stringify(newValue)) {
        await this.users.update(tx, userId, newValue);
        await this.audit.insertByUser(tx, 'profile-changed', userId, caller, { oldValue, newValue });
        if (!user.isAdmin) this.ties.publish(tx, userId, { phone: newValue.phone });
        await publishContactChanged(tx, user, { firstName: newValue.firstName, lastName: newValue.lastName });
      }
      if (changesEmail && newEmail !== user.email)
        await this.emailChanges.request(tx, { ...user, ...newValue }, newEmail, caller);
    });
    return this.usersService.getCurrentUser(userId);
  }

  /** Runs before the transaction: rate limits commit on a connection of their own, and hashing takes long. */
  private async assertMayChangeEmail(
    user: UserEntity,
    newEmail: string,
    { currentPassword, caller }: ChangeRequest,
  ): Promise<void> {
    if (!currentPassword) throw wrongPasswordError('Current password is required');
    await this.currentPasswords.verify(user, currentPassword, { caller, failure: 'email-change-failed' });
    await this.emailChanges.assertWithinLimits(user.id, newEmail);
  }
}
