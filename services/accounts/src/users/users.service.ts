import { type CurrentUser, DomainError, type PayloadOf, userRegistered } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { toCurrentUser } from './current-user.js';
import { emailTakenError } from './email-taken.error.js';
import { type NewUser, UserRepository } from './user.repository.js';

type DeliveryChoices = PayloadOf<typeof userRegistered>['delivery'];

@Injectable()
export class UsersService {
  constructor(private readonly users: UserRepository) {}

  /**
   * Creates a user and publishes `userRegistered`.
   *
   * @throws EMAIL_TAKEN
   */
  async create(tx: Tx, newUser: NewUser, delivery?: DeliveryChoices): Promise<void> {
    const user = await this.users.insert(tx, newUser);
    if (!user) throw emailTakenError();
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
        ...(delivery ? { delivery } : {}),
      },
      { key: id },
    );
  }

  /** @throws USER_NOT_FOUND */
  async getCurrentUser(userId: string): Promise<CurrentUser> {
    const user = await this.users.findCurrentUser(userId);
    if (!user) throw new DomainError('USER_NOT_FOUND');
    return toCurrentUser(user, user.pendingEmail);
  }
}
