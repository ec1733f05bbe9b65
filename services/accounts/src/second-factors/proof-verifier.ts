import { DomainError, type PasskeyAssertion, type ProofMethod } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AccountMails } from '../credentials/account-mails.js';
import type { UserEntity } from '../users/user.entity.js';
import { AuthenticatorAppRepository } from './authenticator-app.repository.js';
import { type Passkey, PasskeyRepository } from './passkey.repository.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { RelyingParty } from './relying-party.js';
import { findStep } from './totp.js';

interface SecondFactorProof {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

/** Whose proof is verified, and what the browser was asked. */
interface ProofContext {
  readonly user: UserEntity;
  readonly passkeyChallenge: string | null;
}

/** A proof that was not accepted. `reason` goes to the audit log only. */
export class RejectedProofError extends DomainError {
  constructor(
    code: 'WRONG_CODE' | 'PASSKEY_REJECTED',
    readonly reason: 'wrong code' | 'unknown passkey' | 'invalid assertion' | 'counter regressed',
  ) {
    super(code);
  }
}

type FactorMethod = Exclude<ProofMethod, 'password'>;

/** Verifies second factors. What a valid proof uses up is committed with the caller's transaction. */
@Injectable()
export class ProofVerifier {
  constructor(
    private readonly apps: AuthenticatorAppRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly relyingParty: RelyingParty,
    private readonly mails: AccountMails,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** @throws RejectedProofError: WRONG_CODE, PASSKEY_REJECTED */
  async verify(tx: Tx, proof: SecondFactorProof, context: ProofContext): Promise<FactorMethod> {
    const { user } = context;
    if (proof.code !== undefined) {
      if (await this.useAppCode(tx, user.id, proof.code)) return 'app';
    } else if (proof.recoveryCode !== undefined) {
      if (await this.recoveryCodes.use(tx, user.id, proof.recoveryCode)) {
        this.mails.publish(tx, user, 'recovery-code-used');
        return 'recovery-code';
      }
    } else if (proof.passkey) {
      const passkey = await this.passkeys.findByCredentialId(proof.passkey.id, tx);
      if (passkey?.userId !== user.id || passkey.review === 'off')
        throw new RejectedProofError('PASSKEY_REJECTED', 'unknown passkey');
      await this.usePasskey(tx, passkey, proof.passkey, context.passkeyChallenge, false);
      return 'passkey';
    }
    throw new RejectedProofError('WRONG_CODE', 'wrong code');
  }

  /** @throws RejectedProofError: PASSKEY_REJECTED */
  async usePasskey(
    tx: Tx,
    passkey: Passkey,
    assertion: PasskeyAssertion,
    challenge: string | null,
    requireUserVerification: boolean,
  ): Promise<void> {
    const counter =
      challenge === null
        ? null
        : await this.relyingParty.verifyAssertion(assertion, challenge, passkey, requireUserVerification);
    if (counter === null) throw new RejectedProofError('PASSKEY_REJECTED', 'invalid assertion');
    if (await this.passkeys.advanceCounter(tx, passkey.id, counter)) return;
    // A counter that does not grow means that the key was copied.
    this.logger.warn({ passkeyId: passkey.id, userId: passkey.userId }, 'passkey counter regressed');
    throw new RejectedProofError('PASSKEY_REJECTED', 'counter regressed');
  }

  private async useAppCode(tx: Tx, userId: string, code: string): Promise<boolean> {
    for (const { id, secret } of await this.apps.listConfirmed(tx, userId)) {
      const step = findStep(secret, code);
      if (step !== null) return this.apps.useStep(tx, id, step);
    }
    return false;
  }
}
