import { DomainError, type RequestOf, type ResponseOf, type signIn } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { type Session, SessionsService, toSession } from '../sessions/sessions.service.js';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { normalizeEmail } from '../users/normalise.js';
import type { FoundUser } from '../users/found-user.js';
import { toCurrentUser } from '../users/to-current-user.js';
import type { Caller } from './client.js';
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
    const email = normalizeEmail(request.email);
    const { caller } = request;
    // Neither needs the other's answer. Nothing is hashed before the try is allowed.
    const [user] = await Promise.all([
      this.repository.byEmail(email),
      this.throttling.trySignIn(email, caller),
    ]);
    const fits = await checkPassword(user?.password, request.password);
    const session = user && fits && !user.disabledAt ? await this.begin(user, caller) : undefined;
    if (!user || !session) {
      await this.transactions.run((tx) =>
        this.audit.add(tx, { action: 'sign-in-failed', userId: user?.id ?? null, actorId: null, caller }),
      );
      throw new DomainError('INVALID_CREDENTIALS');
    }
    return { user: toCurrentUser(user, user.pendingEmail), session };
  }

  /** Nothing when the account was disabled, or got another password, while this one was compared. */
  private async begin(user: FoundUser, caller: Caller): Promise<Session | undefined> {
    const session = this.sessions.create(user.id, caller);
    const success = this.throttling.successOf(user.email, caller);
    const begun = await this.repository.begin({ user, session, success, caller });
    return begun ? toSession(session) : undefined;
  }
}
