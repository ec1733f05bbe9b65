import { DomainError } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { SessionRepository } from '../sessions/session.repository.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';

export interface OwnSession {
  readonly userId: string;
  readonly sid: string;
}

/** Admits changes to a user's second factors. */
@Injectable()
export class FactorOwnerService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
  ) {}

  /**
   * Locks the user, so that changes to one user's factors run one after another and sign-ins wait for them. The
   * gateway has checked the age of the last proof too.
   *
   * @throws USER_NOT_FOUND, REAUTHENTICATION_REQUIRED
   */
  async lock(tx: Tx, { userId, sid }: OwnSession): Promise<UserEntity> {
    const user = await this.users.lock(tx, userId);
    if (!user || user.disabledAt) throw new DomainError('USER_NOT_FOUND');
    if (!(await this.sessions.isRecentlyAuthenticated(tx, sid, userId)))
      throw new DomainError('REAUTHENTICATION_REQUIRED');
    return user;
  }
}
