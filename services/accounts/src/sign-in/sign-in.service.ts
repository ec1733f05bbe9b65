import { DomainError, type RequestOf, type ResponseOf, type signIn } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import type { UserEntity } from '../database/entities/user.entity.js';
import { UsersRepository } from '../database/repositories/users.repository.js';
import { type Session, SessionsService } from '../sessions/sessions.service.js';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { CurrentUserService } from '../users/current-user.service.js';
import { normaliseEmail } from '../users/normalise.js';
import type { Client } from './client.js';
import { checkPassword, prepareDecoy } from './passwords.js';

@Injectable()
export class SignInService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly throttling: ThrottlingService,
    private readonly currentUser: CurrentUserService,
    private readonly audit: AuditRepository,
  ) {}

  onModuleInit(): Promise<void> {
    return prepareDecoy();
  }

  /** An unknown address, a wrong password and a disabled account take the same steps and get the same answer. */
  async signIn(request: RequestOf<typeof signIn>): Promise<ResponseOf<typeof signIn>> {
    const email = normaliseEmail(request.email);
    const { client } = request;
    await this.throttling.trySignIn(email, client);
    const user = await this.users.byEmail(email);
    const fits = await checkPassword(user?.password, request.password);
    const session = user && fits && !user.disabledAt ? await this.begin(user, client) : undefined;
    if (!user || !session) {
      await this.transactions.run((tx) =>
        this.audit.add(tx, { action: 'sign-in-failed', userId: user?.id ?? null, actorId: null, client }),
      );
      throw new DomainError('INVALID_CREDENTIALS');
    }
    await this.throttling.signedIn(email, client);
    return { user: await this.currentUser.of(user), session };
  }

  /** Nothing when the account was disabled, or got another password, while this one was compared. */
  private begin({ id, password }: UserEntity, client: Client): Promise<Session | undefined> {
    return this.transactions.run(async (tx) => {
      const now = await this.users.lock(tx, id);
      if (!now || now.disabledAt || now.password !== password) return undefined;
      await this.audit.add(tx, { action: 'signed-in', userId: id, actorId: id, client });
      return this.sessions.begin(tx, id, client);
    });
  }
}
