import { DomainError, type ProofMethod } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { SessionRepository } from '../sessions/session.repository.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { PasskeyRepository } from './passkey.repository.js';
import { RelyingParty } from './relying-party.js';
import { SecondFactorRepository } from './second-factor.repository.js';

export interface OwnSession {
  readonly userId: string;
  readonly sid: string;
}

interface SecondStep {
  readonly methods: ProofMethod[];
  /** Null without a passkey. */
  readonly passkeyOptions: ({ readonly challenge: string } & object) | null;
}

/** Admits changes to a user's second factors, and returns how the user can prove who they are. */
@Injectable()
export class FactorOwnerService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly factors: SecondFactorRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly relyingParty: RelyingParty,
  ) {}

  /**
   * Locks the user, so that changes to one user's factors run one after another and sign-ins wait for them. The
   * gateway has checked the age of the last proof too.
   *
   * @throws USER_NOT_FOUND, REAUTHENTICATION_REQUIRED
   */
  async lock(tx: Tx, { userId, sid }: OwnSession): Promise<UserEntity> {
    const user = await this.users.lock(tx, userId);
    if (!user || user.disabledAt) throw new DomainError('USER_NOT_FOUND');
    if (!(await this.sessions.isRecentlyAuthenticated(tx, sid, userId)))
      throw new DomainError('REAUTHENTICATION_REQUIRED');
    return user;
  }

  /** Lists how a user with a second factor can prove who they are. */
  async describeProofs(userId: string): Promise<SecondStep> {
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
