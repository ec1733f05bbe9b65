import { HandleCommand } from '@desk/bullmq-transport';
import { completeSignIn, DomainError, type RequestOf } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { KnownDevices } from '../known-devices/known-devices.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { ChallengeRepository } from '../second-factors/challenge.repository.js';
import { ProofVerifier, RejectedProofError } from '../second-factors/proof-verifier.js';
import { SessionStarter, type StartedSession } from './session-starter.js';
import { type SignInUserRow, SignInRepository } from './sign-in.repository.js';

type Request = RequestOf<typeof completeSignIn>;

const PURPOSE = 'second-factor';

/** The second step of a sign-in, after the password. */
@Controller()
export class SecondFactorSignInController {
  constructor(
    private readonly transactions: Transactions,
    private readonly signIns: SignInRepository,
    private readonly devices: KnownDevices,
    private readonly starter: SessionStarter,
    private readonly challenges: ChallengeRepository,
    private readonly proofs: ProofVerifier,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * A wrong proof leaves the challenge for another try; each try counts like a wrong password.
   *
   * @throws SIGN_IN_EXPIRED, WRONG_CODE, PASSKEY_REJECTED, TOO_MANY_REQUESTS
   */
  @HandleCommand(completeSignIn)
  async complete(request: Request): Promise<StartedSession> {
    const { caller } = request;
    const challenge = await this.challenges.find(PURPOSE, request.token);
    const userId = challenge?.userId;
    const user = userId ? await this.signIns.findById(userId, this.devices.describe(caller).key) : undefined;
    if (!user || user.disabledAt) throw new DomainError('SIGN_IN_EXPIRED');
    await this.rateLimiter.countSignInAttempt(user.email, caller);
    const started = await this.prove(request, user);
    // Both steps were counted, and `prove` has taken back one.
    await this.rateLimiter.takeBackAttempt(user.email, caller);
    return started;
  }

  private async prove(request: Request, user: SignInUserRow): Promise<StartedSession> {
    const { token, caller, replacedSid } = request;
    try {
      return await this.transactions.run(async (tx) => {
        await this.signIns.lockShared(tx, user.id);
        const challenge = await this.challenges.use(tx, PURPOSE, token);
        if (!challenge) throw new DomainError('SIGN_IN_EXPIRED');
        const { passkeyChallenge } = challenge;
        const method = await this.proofs.verify(tx, request, { user, passkeyChallenge });
        const device = this.devices.describe(caller);
        const proven = { user, caller, device, method, isCounted: true, replacedSid };
        const started = await this.starter.start(proven, tx);
        if (!started) throw new DomainError('SIGN_IN_EXPIRED');
        return started;
      });
    } catch (error) {
      if (error instanceof RejectedProofError) {
        const { reason } = error;
        await this.transactions.run((tx) =>
          this.audit.insert(tx, {
            action: 'second-factor-failed',
            userId: user.id,
            actorId: null,
            caller,
            newValue: { reason },
          }),
        );
      }
      throw error;
    }
  }
}
