import { DomainError, type RequestOf, type ResponseOf, type signIn } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { checkPassword, hashPassword, prepareDecoyHash } from '../credentials/passwords.js';
import { Devices } from '../known-devices/device.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { ChallengeRepository } from '../second-factors/challenge.repository.js';
import { SecondStepService } from '../second-factors/second-step.service.js';
import { normalizeEmail } from '../users/normalize.js';
import { type ProvenUser, SessionStarter } from './session-starter.js';
import { type SignInUserRow, SignInRepository } from './sign-in.repository.js';

type SignInResponse = ResponseOf<typeof signIn>;

@Injectable()
export class SignInService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly signIns: SignInRepository,
    private readonly devices: Devices,
    private readonly starter: SessionStarter,
    private readonly secondSteps: SecondStepService,
    private readonly challenges: ChallengeRepository,
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
  async signIn(request: RequestOf<typeof signIn>): Promise<SignInResponse> {
    const email = normalizeEmail(request.email);
    const { caller, replacedSid } = request;
    const device = this.devices.describe(caller);
    // In parallel to save a round trip. The expensive password check waits until the attempt is allowed.
    const [user] = await Promise.all([
      this.signIns.findByEmail(email, device.key),
      this.rateLimiter.countSignInAttempt(email, caller),
    ]);
    const { matches, needsRehash } = await checkPassword(user?.password, request.password);
    const isProven = user && matches && !user.disabledAt;
    const current = isProven && needsRehash ? await this.rehash(user, request.password) : user;
    const proven =
      isProven && current
        ? { user: current, caller, device, method: 'password' as const, replacedSid }
        : undefined;
    const response = proven && (await this.continue(proven));
    if (!response) {
      await this.transactions.run((tx) =>
        this.audit.insert(tx, { action: 'sign-in-failed', userId: user?.id ?? null, actorId: null, caller }),
      );
      throw new DomainError('INVALID_CREDENTIALS');
    }
    return response;
  }

  /** Replaces a hash of an earlier release, unless the password was changed meanwhile. */
  private async rehash(user: SignInUserRow, password: string): Promise<SignInUserRow> {
    const passwordHash = await hashPassword(password);
    const isReplaced = await this.signIns.replaceHash(user.id, user.password, passwordHash);
    return isReplaced ? Object.assign(user, { password: passwordHash }) : user;
  }

  /** Returns undefined if the account changed during the password check. */
  private async continue(proven: ProvenUser): Promise<SignInResponse | undefined> {
    if (proven.user.hasSecondFactor) return this.askForSecondFactor(proven.user);
    return this.starter.start(proven);
  }

  /**
   * The attempt stays counted until the second step succeeds. Otherwise an attacker who knows the password could reset
   * the counters and guess codes without limit.
   */
  private async askForSecondFactor(user: SignInUserRow): Promise<SignInResponse | undefined> {
    const { methods, passkeyOptions } = await this.secondSteps.describe(user.id);
    const issued = await this.challenges.issueSecondStep(user, passkeyOptions?.challenge ?? null);
    return issued && { secondFactor: { ...issued, methods, passkeyOptions } };
  }
}
