import type { ProofMethod } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { PasskeyRepository } from './passkey.repository.js';
import { RelyingParty } from './relying-party.js';
import { SecondFactorRepository } from './second-factor.repository.js';

export interface SecondStep {
  readonly methods: ProofMethod[];
  /** Null without a passkey. */
  readonly passkeyOptions: ({ readonly challenge: string } & object) | null;
}

/** Describes how a user with a second factor can prove who they are. */
@Injectable()
export class SecondStepService {
  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly relyingParty: RelyingParty,
  ) {}

  async describe(userId: string): Promise<SecondStep> {
    const { apps, passkeys, recoveryCodesLeft } = await this.factors.count(userId);
    const passkeyOptions =
      passkeys === 0
        ? null
        : await this.relyingParty.assertionOptions(await this.passkeys.listUsable(userId));
    const methods: ProofMethod[] = [
      ...(passkeys > 0 ? (['passkey'] as const) : []),
      ...(apps > 0 ? (['app'] as const) : []),
      ...(recoveryCodesLeft > 0 ? (['recovery-code'] as const) : []),
    ];
    return { methods, passkeyOptions };
  }
}
