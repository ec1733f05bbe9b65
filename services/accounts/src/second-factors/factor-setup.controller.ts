import { randomUUID } from 'node:crypto';
import { HandleCommand } from '@desk/bullmq-transport';
import {
  type Caller,
  confirmApp,
  confirmPasskey,
  DomainError,
  type RequestOf,
  type SecondFactorKind,
  SECOND_FACTORS_MAX,
  startAppSetup,
  startPasskeySetup,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountMails } from '../credentials/account-mails.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { hasConfirmedEmail } from '../users/email.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { AuthenticatorAppRepository } from './authenticator-app.repository.js';
import { ChallengeRepository } from './challenge.repository.js';
import { FactorOwnerService, type OwnSession } from './factor-owner.service.js';
import { PasskeyRepository } from './passkey.repository.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { RelyingParty } from './relying-party.js';
import { SecondFactorRepository } from './second-factor.repository.js';
import { createAppSecret, findStep, toAppUri } from './totp.js';

/** Adds authenticator apps and passkeys in two steps: create it, then prove that it works. */
@Controller()
export class FactorSetupController {
  constructor(
    private readonly transactions: Transactions,
    private readonly owners: FactorOwnerService,
    private readonly factors: SecondFactorRepository,
    private readonly apps: AuthenticatorAppRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly challenges: ChallengeRepository,
    private readonly relyingParty: RelyingParty,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly mails: AccountMails,
    private readonly audit: AuditRepository,
  ) {}

  @HandleCommand(startAppSetup)
  startApp(request: RequestOf<typeof startAppSetup>) {
    return this.transactions.run(async (tx) => {
      const user = await this.lock(tx, request);
      const [id, secret] = [randomUUID(), createAppSecret()];
      await this.apps.insertUnconfirmed(tx, user.id, { id, secret });
      return { factorId: id, secret, uri: toAppUri(secret, user.email) };
    });
  }

  @HandleCommand(confirmApp)
  confirmApp(request: RequestOf<typeof confirmApp>) {
    const { factorId, name, code } = request;
    return this.transactions.run(async (tx) => {
      const user = await this.lock(tx, request);
      const app = await this.apps.findUnconfirmed(tx, user.id, factorId);
      if (!app) throw new DomainError('CHALLENGE_EXPIRED');
      const step = findStep(app.secret, code);
      if (step === null) throw new DomainError('WRONG_CODE');
      await this.apps.confirm(tx, app.id, name.trim(), step);
      return this.activate(tx, user, 'app', request);
    });
  }

  @HandleCommand(startPasskeySetup)
  async startPasskey(request: RequestOf<typeof startPasskeySetup>) {
    const user = await this.transactions.run((tx) => this.lock(tx, request));
    const existing = await this.passkeys.listByUser(user.id);
    const { id, email, firstName, lastName } = user;
    const name = `${firstName} ${lastName}`.trim();
    const options = await this.relyingParty.registrationOptions({ id, email, name }, existing);
    const { token } = await this.challenges.issue('passkey-setup', {
      userId: user.id,
      passkeyChallenge: options.challenge,
    });
    return { token, options };
  }

  @HandleCommand(confirmPasskey)
  confirmPasskey(request: RequestOf<typeof confirmPasskey>) {
    const { token, name, passkey } = request;
    return this.transactions.run(async (tx) => {
      const user = await this.lock(tx, request);
      const challenge = await this.challenges.use(tx, 'passkey-setup', token);
      if (!challenge?.passkeyChallenge || challenge.userId !== user.id)
        throw new DomainError('CHALLENGE_EXPIRED');
      const verified = await this.relyingParty.verifyRegistration(passkey, challenge.passkeyChallenge);
      if (!verified) throw new DomainError('PASSKEY_REJECTED');
      const isNew = await this.passkeys.insert(tx, {
        ...verified,
        id: randomUUID(),
        userId: user.id,
        name: name.trim(),
      });
      if (!isNew) throw new DomainError('PASSKEY_TAKEN');
      return this.activate(tx, user, 'passkey', request);
    });
  }

  private async lock(tx: Tx, session: OwnSession): Promise<UserEntity> {
    const user = await this.owners.lock(tx, session);
    // Without this, somebody who mistyped or does not own the address could keep its owner out.
    if (!user.isAdmin && !hasConfirmedEmail(user)) throw new DomainError('EMAIL_NOT_CONFIRMED');
    if ((await this.factors.list(user.id, tx)).length >= SECOND_FACTORS_MAX)
      throw new DomainError('TOO_MANY_SECOND_FACTORS');
    return user;
  }

  /** The first factor creates recovery codes and ends the other sessions, which began without a second factor. */
  private async activate(
    tx: Tx,
    user: UserEntity,
    kind: SecondFactorKind,
    { sid, caller }: OwnSession & { readonly caller: Caller },
  ): Promise<{ recoveryCodes: string[] | null }> {
    await this.audit.insertByUser(tx, 'second-factor-added', user.id, caller, { newValue: { kind } });
    this.mails.publish(tx, user, 'second-factor-added');
    if (user.hasSecondFactor) return { recoveryCodes: null };
    await this.users.update(tx, user.id, { hasSecondFactor: true });
    await this.sessions.deleteByUser(tx, user.id, sid);
    return { recoveryCodes: await this.recoveryCodes.replace(tx, user.id) };
  }
}
