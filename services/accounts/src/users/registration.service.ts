import { randomUUID } from 'node:crypto';
import {
  DAILY_LIMIT_DEFAULT,
  DomainError,
  type PayloadOf,
  type registerUser,
  type RequestOf,
  type ResponseOf,
  userRegistered,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { type NewUser, UsersRepository } from '../database/repositories/users.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { refuseCommonPassword } from '../sign-in/common-passwords.js';
import { hashPassword } from '../sign-in/passwords.js';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { CurrentUserService } from './current-user.service.js';
import { emailTaken } from './email-taken.js';
import { normalizeEmail, orNull } from './normalise.js';

type Delivery = PayloadOf<typeof userRegistered>['delivery'];

@Injectable()
export class RegistrationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly throttling: ThrottlingService,
    private readonly currentUser: CurrentUserService,
    private readonly audit: AuditRepository,
  ) {}

  async register(request: RequestOf<typeof registerUser>): Promise<ResponseOf<typeof registerUser>> {
    const { caller } = request;
    await this.throttling.limit('register', caller);
    const email = normalizeEmail(request.email);
    refuseCommonPassword(request.password, [email, request.phone]);
    const password = await hashPassword(request.password);
    const user: NewUser = {
      id: randomUUID(),
      email,
      password,
      firstName: request.firstName.trim(),
      lastName: request.lastName.trim(),
      phone: request.phone.trim(),
      companyName: orNull(request.companyName),
      isAdmin: false,
      dailyLeadLimit: DAILY_LIMIT_DEFAULT,
    };
    const { saved, session } = await this.transactions.run(async (tx) => {
      await this.add(tx, user);
      await this.audit.add(tx, { action: 'registered', userId: user.id, actorId: user.id, caller });
      const begun = await this.sessions.begin(tx, user.id, caller);
      return { saved: await this.users.get(tx, user.id), session: begun };
    });
    if (!saved) throw new DomainError('USER_NOT_FOUND');
    return { user: await this.currentUser.of(saved), session };
  }

  /** Makes the user and tells the others. Throws EMAIL_TAKEN. */
  async add(tx: Tx, user: NewUser, delivery?: Delivery): Promise<void> {
    if (!(await this.users.add(tx, user))) throw emailTaken();
    const saved = await this.users.get(tx, user.id);
    if (!saved) throw new DomainError('USER_NOT_FOUND');
    const { id, email, firstName, lastName, isAdmin, timeZone, serviceEnabled, dailyLeadLimit } = saved;
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
}
