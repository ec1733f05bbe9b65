import { type Caller, DomainError, type RequestOf, type ResponseOf, type signIn } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { prepareDecoyHash, verifyPassword } from '../credentials/passwords.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { type SessionDto, SessionsService, toSessionDto } from '../sessions/sessions.service.js';
import { type CurrentUserRow, toCurrentUser } from '../users/current-user.js';
import { normalizeEmail } from '../users/normalize.js';
import { SignInRepository } from './sign-in.repository.js';

@Injectable()
export class SignInService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly signIns: SignInRepository,
    private readonly sessions: SessionsService,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
  ) {}

  onModuleInit(): Promise<void> {
    return prepareDecoyHash();
  }

  /**
   * An unknown address, a wrong password and a disabled account take the same steps and get the same answer, to
   * prevent enumeration.
   *
   * @throws INVALID_CREDENTIALS, TOO_MANY_REQUESTS
   */
  async signIn(request: RequestOf<typeof signIn>): Promise<ResponseOf<typeof signIn>> {
    const email = normalizeEmail(request.email);
    const { caller } = request;
    // In parallel to save a round trip. The expensive password check waits until the attempt is allowed.
    const [user] = await Promise.all([
      this.signIns.findByEmail(email),
      this.rateLimiter.countSignInAttempt(email, caller),
    ]);
    const matches = await verifyPassword(user?.password, request.password);
    const session = user && matches && !user.disabledAt ? await this.createSession(user, caller) : undefined;
    if (!user || !session) {
      await this.transactions.run((tx) =>
        this.audit.insert(tx, { action: 'sign-in-failed', userId: user?.id ?? null, actorId: null, caller }),
      );
      throw new DomainError('INVALID_CREDENTIALS');
    }
    return { user: toCurrentUser(user, user.pendingEmail), session };
  }

  /** Returns undefined if the account was disabled or its password changed during the password check. */
  private async createSession(user: CurrentUserRow, caller: Caller): Promise<SessionDto | undefined> {
    const session = this.sessions.build(user.id, caller);
    const resets = this.rateLimiter.resetsAfterSuccess(user.email, caller);
    const isCreated = await this.signIns.createSession({ user, session, resets, caller });
    return isCreated ? toSessionDto(session) : undefined;
  }
}
