import { type changeProfile, type CurrentUser, DomainError, type RequestOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { publishContactChanged } from './contact-changed.js';
import { EmailChangeService } from './email-change.service.js';
import { normalizeEmail, trimToNull } from './normalize.js';
import { UserRepository } from './user.repository.js';
import { UsersService } from './users.service.js';

@Injectable()
export class ProfileService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly usersService: UsersService,
    private readonly emailChanges: EmailChangeService,
    private readonly audit: AuditRepository,
  ) {}

  /** A new email address takes effect only after its owner confirms it; everything else at once. */
  async update(request: RequestOf<typeof changeProfile>): Promise<CurrentUser> {
    const { userId, caller } = request;
    const newEmail = normalizeEmail(request.email);
    const newValue = {
      firstName: request.firstName.trim(),
      lastName: request.lastName.trim(),
      phone: request.phone.trim(),
      companyName: trimToNull(request.companyName),
    };
    const current = await this.users.findById(userId);
    if (!current) throw new DomainError('USER_NOT_FOUND');
    if (newEmail !== current.email) await this.emailChanges.assertAllowed(newEmail);
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new DomainError('USER_NOT_FOUND');
      const { firstName, lastName, phone, companyName } = user;
      const oldValue = { firstName, lastName, phone, companyName };
      if (JSON.stringify(oldValue) !== JSON.stringify(newValue)) {
        await this.users.update(tx, userId, newValue);
        await this.audit.insert(tx, {
          action: 'profile-changed',
          userId,
          actorId: userId,
          caller,
          oldValue,
          newValue,
        });
        publishContactChanged(tx, userId, { email: user.email, ...newValue });
      }
      if (newEmail !== user.email) await this.emailChanges.request(tx, user, newEmail, caller);
    });
    return this.usersService.getCurrentUser(userId);
  }
}
