import { HandleCommand } from '@desk/bullmq-transport';
import { DomainError, type RequestOf, type ResponseOf, signIn } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller, type OnModuleInit } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { prepareDecoyHash, verifyPassword } from '../credentials/passwords.js';
import { KnownDevices } from '../known-devices/known-devices.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { ChallengeRepository } from '../second-factors/challenge.repository.js';
import { FactorOwnerService } from '../second-factors/factor-owner.service.js';
import { normalizeEmail } from '../users/email.js';
import { type ProvenUser, SessionStarter } from './session-starter.js';
import { type SignInUserRow, SignInRepository } from './sign-in.repository.js';

type SignInResponse = ResponseOf<typeof signIn>;

@Controller()
export class SignInController implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly signIns: SignInRepository,
    private readonly devices: KnownDevices,
    private readonly starter: SessionStarter,
    private readonly owners: FactorOwnerService,
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
  @HandleCommand(signIn)
  async signIn(request: RequestOf<typeof signIn>): Promise<SignInResponse> {
    const email = normalizeEmail(request.email);
    const { caller, replacedSid } = request;
    const device = this.devices.describe(caller);
    // In parallel to save a round trip. The expensive password check waits until the attempt is allowed.
    const [user] = await Promise.all([
      this.signIns.findByEmail(email, device.key),
      this.rateLimiter.countSignInAttempt(email, caller),
    ]);
    const isRight = await verifyPassword(user?.password, request.password);
    const proven =
      user && isRight && !user.disabledAt
        ? { user, caller, device, method: 'password' as const, isCounted: true, replacedSid }
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
    const { methods, passkeyOptions } = await this.owners.describeProofs(user.id);
    const issued = await this.challenges.issueSecondStep(user, passkeyOptions?.challenge ?? null);
    return issued && { secondFactor: { ...issued, methods, passkeyOptions } };
  }
}
