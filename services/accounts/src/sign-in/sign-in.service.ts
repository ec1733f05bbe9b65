import { DomainError, type RequestOf, type ResponseOf, type signIn } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { type Session, SessionsService, toSession } from '../sessions/sessions.service.js';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { normaliseEmail } from '../users/normalise.js';
import type { FoundUser } from '../users/found-user.js';
import { toCurrentUser } from '../users/to-current-user.js';
import type { Client } from './client.js';
import { checkPassword, prepareDecoy } from './passwords.js';
import { SignInRepository } from './sign-in.repository.js';

@Injectable()
export class SignInService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SignInRepository,
    private readonly sessions: SessionsService,
    private readonly throttling: ThrottlingService,
    private readonly audit: AuditRepository,
  ) {}

  onModuleInit(): Promise<void> {
    return prepareDecoy();
  }

  /** An unknown address, a wrong password and a disabled account take the same steps and get the same answer. */
  async signIn(request: RequestOf<typeof signIn>): Promise<ResponseOf<typeof signIn>> {
    const email = normaliseEmail(request.email);
    const { client } = request;
    // Neither needs the other's answer. Nothing is hashed before the try is allowed.
    const [user] = await Promise.all([
      this.repository.byEmail(email),
      this.throttling.trySignIn(email, client),
    ]);
    const fits = await checkPassword(user?.password, request.password);
    const session = user && fits && !user.disabledAt ? await this.begin(user, client) : undefined;
    if (!user || !session) {
      await this.transactions.run((tx) =>
        this.audit.add(tx, { action: 'sign-in-failed', userId: user?.id ?? null, actorId: null, client }),
      );
      throw new DomainError('INVALID_CREDENTIALS');
    }
    return { user: toCurrentUser(user, user.pendingEmail), session };
  }

  /** Nothing when the account was disabled, or got another password, while this one was compared. */
  private async begin(user: FoundUser, client: Client): Promise<Session | undefined> {
    const session = this.sessions.create(user.id, client);
    const success = this.throttling.successOf(user.email, client);
    const begun = await this.repository.begin({ user, session, success, client });
    return begun ? toSession(session) : undefined;
  }
}
