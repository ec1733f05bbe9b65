import { HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  hasCode,
  errorCatalog,
  reauthenticate,
  type RequestOf,
  type ResponseOf,
  startReauthentication,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { verifyPassword } from '../credentials/passwords.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { ChallengeRepository } from '../second-factors/challenge.repository.js';
import { FactorOwnerService } from '../second-factors/factor-owner.service.js';
import { ProofVerifier, RejectedProofError } from '../second-factors/proof-verifier.js';
import { SessionRepository } from '../sessions/session.repository.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';

type Request = RequestOf<typeof reauthenticate>;

const PURPOSE = 'reauthentication';

const wrongPasswordError = (): DomainError =>
  new DomainError('WRONG_PASSWORD', {
    fields: [{ field: 'password', message: errorCatalog.WRONG_PASSWORD.detail }],
  });

/** Has signed-in users prove again who they are, before changes that a stolen or unattended session must not make. */
@Controller()
export class ReauthenticationController {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly owners: FactorOwnerService,
    private readonly challenges: ChallengeRepository,
    private readonly proofs: ProofVerifier,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
  ) {}

  /** Users with a second factor must use it: a stolen password is not enough to remove it. */
  @HandleCommand(startReauthentication)
  async start({
    userId,
  }: RequestOf<typeof startReauthentication>): Promise<ResponseOf<typeof startReauthentication>> {
    const user = await this.find(userId);
    if (!user.hasSecondFactor) return { methods: ['password'], token: null, passkeyOptions: null };
    const { methods, passkeyOptions } = await this.owners.describeProofs(userId);
    if (!passkeyOptions) return { methods, token: null, passkeyOptions };
    const passkeyChallenge = passkeyOptions.challenge;
    const { token } = await this.challenges.issue(PURPOSE, { userId, passkeyChallenge });
    return { methods, token, passkeyOptions };
  }

  /** Counts against the limit of sign-ins, because a stolen session would otherwise allow unlimited guessing. */
  @HandleCommand(reauthenticate)
  async reauthenticate(request: Request): Promise<ResponseOf<typeof reauthenticate>> {
    const { userId, caller } = request;
    const user = await this.find(userId);
    await this.rateLimiter.countSignInAttempt(user.email, caller);
    let answer: ResponseOf<typeof reauthenticate>;
    try {
      answer = await (user.hasSecondFactor
        ? this.proveByFactor(request, user)
        : this.proveByPassword(request, user));
    } catch (error) {
      const isRejected = error instanceof RejectedProofError || hasCode(error, 'WRONG_PASSWORD');
      if (isRejected)
        await this.transactions.run((tx) =>
          this.audit.insertByUser(tx, 'reauthentication-failed', userId, caller),
        );
      throw error;
    }
    await this.rateLimiter.takeBackAttempt(user.email, caller);
    return answer;
  }

  private async proveByPassword(
    request: Request,
    user: UserEntity,
  ): Promise<ResponseOf<typeof reauthenticate>> {
    if (!(await verifyPassword(user.password, request.password ?? ''))) throw wrongPasswordError();
    return this.transactions.run(async (tx) => {
      const current = await this.users.lock(tx, user.id);
      // Changed meanwhile: the password verified above is no longer the current one, or no longer enough.
      if (current?.password !== user.password || current.hasSecondFactor) throw wrongPasswordError();
      return this.renew(tx, request);
    });
  }

  private async proveByFactor(
    request: Request,
    user: UserEntity,
  ): Promise<ResponseOf<typeof reauthenticate>> {
    const { token } = request;
    return this.transactions.run(async (tx) => {
      const current = await this.users.lock(tx, user.id);
      if (!current || current.disabledAt) throw new DomainError('USER_NOT_FOUND');
      const challenge = token === undefined ? undefined : await this.challenges.use(tx, PURPOSE, token);
      if (request.passkey && challenge?.userId !== user.id) throw new DomainError('CHALLENGE_EXPIRED');
      const passkeyChallenge = challenge?.passkeyChallenge ?? null;
      await this.proofs.verify(tx, request, { user: current, passkeyChallenge });
      return this.renew(tx, request);
    });
  }

  /** Replaces the session, so that a token stolen before the proof gains nothing by it. */
  private async renew(tx: Tx, { userId, sid, caller }: Request): Promise<ResponseOf<typeof reauthenticate>> {
    await this.audit.insertByUser(tx, 'reauthenticated', userId, caller);
    const session = await this.sessions.replace(tx, sid, userId);
    if (!session) throw new DomainError('USER_NOT_FOUND');
    return { session };
  }

  private async find(userId: string): Promise<UserEntity> {
    const user = await this.users.findById(userId);
    if (!user || user.disabledAt) throw new DomainError('USER_NOT_FOUND');
    return user;
  }
}
