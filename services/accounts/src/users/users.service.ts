import { type CurrentUser, DomainError, type Filters, userRegistered } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AccountTies } from './account-ties.js';
import { toCurrentUser } from './current-user.js';
import { EmailConfirmationService } from './email-confirmation.service.js';
import { emailTakenError } from './email.js';
import { type NewUser, UserRepository } from './user.repository.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UserRepository,
    private readonly confirmations: EmailConfirmationService,
    private readonly ties: AccountTies,
  ) {}

  /**
   * Creates a user, publishes `userRegistered` and sends the welcome email, which asks to confirm the address.
   *
   * @param states where an agent is licensed; empty: everywhere
   * @throws EMAIL_TAKEN
   */
  async create(
    tx: Tx,
    newUser: Omit<NewUser, 'emailConfirmBy'>,
    states: Filters['states'] = [],
  ): Promise<void> {
    const user = await this.users.insert(tx, { ...newUser, emailConfirmBy: this.confirmations.confirmBy() });
    // Checked after the insert, which waits for a concurrent change away from the address.
    if (!user || (await this.users.isEmailTaken(newUser.email, { tx, userId: newUser.id })))
      throw emailTakenError();
    const { id, email, firstName, lastName, isAdmin, timeZone, serviceEnabled, dailyLeadLimit } = user;
    tx.publish(
      userRegistered,
      {
        userId: id,
        isAdmin,
        email,
        firstName,
        lastName,
        timeZone,
        serviceEnabled,
        dailyLeadLimit,
        ...(states.length === 0 ? {} : { states }),
        confirmBy: user.emailConfirmBy.toISOString(),
      },
      { key: id },
    );
    if (!isAdmin) this.ties.publish(tx, id, user);
    await this.confirmations.sendLink(tx, user, 'welcome');
  }

  /** @throws USER_NOT_FOUND */
  async getCurrentUser(userId: string): Promise<CurrentUser> {
    const user = await this.users.findCurrentUser(userId);
    if (!user) throw new DomainError('USER_NOT_FOUND');
    return toCurrentUser(user, user.pendingEmail);
  }
}
