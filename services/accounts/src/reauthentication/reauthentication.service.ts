import {
  DomainError,
  errorCatalog,
  type reauthenticate,
  type RequestOf,
  type ResponseOf,
  type startReauthentication,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { verifyPassword } from '../credentials/passwords.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { ChallengeRepository } from '../second-factors/challenge.repository.js';
import { ProofVerifier } from '../second-factors/proof-verifier.js';
import { RejectedProofError } from '../second-factors/rejected-proof.error.js';
import { SecondStepService } from '../second-factors/second-step.service.js';
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
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly secondSteps: SecondStepService,
    private readonly challenges: ChallengeRepository,
    private readonly proofs: ProofVerifier,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
  ) {}

  /** Users with a second factor prove who they are with a factor, so that a stolen password cannot remove it. */
  async start({
    userId,
  }: RequestOf<typeof startReauthentication>): Promise<ResponseOf<typeof startReauthentication>> {
    const user = await this.find(userId);
    if (!user.hasSecondFactor) return { methods: ['password'], token: null, passkeyOptions: null };
    const { methods, passkeyOptions } = await this.secondSteps.describe(userId);
    if (!passkeyOptions) return { methods, token: null, passkeyOptions };
    const passkeyChallenge = passkeyOptions.challenge;
    const { token } = await this.challenges.issue(PURPOSE, { userId, passkeyChallenge });
    return { methods, token, passkeyOptions };
  }

  /**
   * Counts like a sign-in, because a stolen session would otherwise allow unlimited guessing.
   *
   * @throws USER_NOT_FOUND, WRONG_PASSWORD, WRONG_CODE, PASSKEY_REJECTED, CHALLENGE_EXPIRED, TOO_MANY_REQUESTS
   */
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
      const isRejected =
        error instanceof RejectedProofError ||
        (error instanceof DomainError && error.code === 'WRONG_PASSWORD');
      if (isRejected)
        await this.transactions.run((tx) =>
          this.audit.insert(tx, { action: 'reauthentication-failed', userId, actorId: userId, caller }),
        );
      throw error;
    }
    await this.rateLimiter.applyResets(user.email, caller);
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

  /** A token that was stolen before the proof must not gain from it, so the session gets a new one. */
  private async renew(tx: Tx, { userId, sid, caller }: Request): Promise<ResponseOf<typeof reauthenticate>> {
    await this.audit.insert(tx, { action: 'reauthenticated', userId, actorId: userId, caller });
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
