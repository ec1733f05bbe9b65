import { HandleCommand } from '@desk/bullmq-transport';
import {
  type Caller,
  DomainError,
  type RequestOf,
  signInWithPasskey,
  startPasskeySignIn,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { KnownDevices } from '../known-devices/known-devices.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { ChallengeRepository } from '../second-factors/challenge.repository.js';
import { PasskeyRepository } from '../second-factors/passkey.repository.js';
import { ProofVerifier, RejectedProofError } from '../second-factors/proof-verifier.js';
import { RelyingParty } from '../second-factors/relying-party.js';
import { SessionStarter, type StartedSession } from './session-starter.js';
import { SignInRepository } from './sign-in.repository.js';

const PURPOSE = 'passkey-sign-in';

/** Sign-in with a passkey alone. It counts as two factors: the authenticator, and what unlocks it. */
@Controller()
export class PasskeySignInController {
  constructor(
    private readonly transactions: Transactions,
    private readonly signIns: SignInRepository,
    private readonly devices: KnownDevices,
    private readonly starter: SessionStarter,
    private readonly challenges: ChallengeRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly proofs: ProofVerifier,
    private readonly relyingParty: RelyingParty,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws TOO_MANY_REQUESTS */
  @HandleCommand(startPasskeySignIn)
  async start({ caller }: RequestOf<typeof startPasskeySignIn>) {
    await this.rateLimiter.assertWithinLimit('passkey', caller);
    const options = await this.relyingParty.assertionOptions();
    const { token } = await this.challenges.issue(PURPOSE, {
      userId: null,
      passkeyChallenge: options.challenge,
    });
    return { token, options };
  }

  /** Uses up the challenge in any case. @throws CHALLENGE_EXPIRED, PASSKEY_REJECTED */
  @HandleCommand(signInWithPasskey)
  async signIn(request: RequestOf<typeof signInWithPasskey>): Promise<StartedSession> {
    const challenge = await this.transactions.run((tx) => this.challenges.use(tx, PURPOSE, request.token));
    if (!challenge) throw new DomainError('CHALLENGE_EXPIRED');
    const passkey = await this.passkeys.findByCredentialId(request.passkey.id);
    try {
      return await this.prove(request, challenge.passkeyChallenge, passkey?.userId);
    } catch (error) {
      if (error instanceof RejectedProofError)
        await this.recordFailure(passkey?.userId ?? null, request.caller, error.reason);
      throw error;
    }
  }

  private async prove(
    { passkey: assertion, caller, replacedSid }: RequestOf<typeof signInWithPasskey>,
    passkeyChallenge: string | null,
    userId: string | undefined,
  ): Promise<StartedSession> {
    const device = this.devices.describe(caller);
    const user = userId === undefined ? undefined : await this.signIns.findById(userId, device.key);
    if (!user || user.disabledAt) throw new RejectedProofError('PASSKEY_REJECTED', 'unknown passkey');
    return this.transactions.run(async (tx) => {
      await this.signIns.lockShared(tx, user.id);
      const passkey = await this.passkeys.findByCredentialId(assertion.id, tx);
      // One that awaits its owner's review works after the password only, if at all.
      if (!passkey || passkey.review !== null)
        throw new RejectedProofError('PASSKEY_REJECTED', 'unknown passkey');
      await this.proofs.usePasskey(tx, passkey, assertion, passkeyChallenge, true);
      // No attempt was counted: a success must not take back somebody's wrong passwords.
      const proven = { user, caller, device, method: 'passkey' as const, isCounted: false, replacedSid };
      const started = await this.starter.start(proven, tx);
      if (!started) throw new RejectedProofError('PASSKEY_REJECTED', 'unknown passkey');
      return started;
    });
  }

  private async recordFailure(userId: string | null, caller: Caller, reason: string): Promise<void> {
    await this.transactions.run((tx) =>
      this.audit.insert(tx, {
        action: 'sign-in-failed',
        userId,
        actorId: null,
        caller,
        newValue: { method: 'passkey', reason },
      }),
    );
  }
}
