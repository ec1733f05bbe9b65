import {
  DomainError,
  type keepSecondFactor,
  type removeSecondFactor,
  type renameSecondFactor,
  type replaceRecoveryCodes,
  type RequestOf,
  type SecondFactors,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { SecondFactorPolicy } from '../credentials/second-factor-policy.js';
import { SecurityMails } from '../credentials/security-mails.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { UserRepository } from '../users/user.repository.js';
import { FactorOwnerService } from './factor-owner.service.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { SecondFactorRepository } from './second-factor.repository.js';

@Injectable()
export class SecondFactorsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly owners: FactorOwnerService,
    private readonly factors: SecondFactorRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly sessions: SessionRepository,
    private readonly policy: SecondFactorPolicy,
    private readonly mails: SecurityMails,
    private readonly audit: AuditRepository,
  ) {}

  /** @throws USER_NOT_FOUND */
  async list(userId: string): Promise<SecondFactors> {
    const [user, rows, { recoveryCodesLeft }] = await Promise.all([
      this.users.findById(userId),
      this.factors.list(userId),
      this.factors.count(userId),
    ]);
    if (!user) throw new DomainError('USER_NOT_FOUND');
    const factors = rows.map(({ createdAt, lastUsedAt, needsReview, ...row }) => ({
      ...row,
      ...(needsReview ? { needsReview } : {}),
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
    return { factors, recoveryCodesLeft, required: this.policy.isRequired(user) };
  }

  /** @throws SECOND_FACTOR_NOT_FOUND */
  async rename({ userId, factorId, name, caller }: RequestOf<typeof renameSecondFactor>): Promise<void> {
    await this.transactions.run(async (tx) => {
      const kind = await this.factors.rename(tx, userId, factorId, name.trim());
      if (!kind) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
      const newValue = { kind, factorId };
      await this.audit.insert(tx, {
        action: 'second-factor-renamed',
        userId,
        actorId: userId,
        caller,
        newValue,
      });
    });
  }

  /**
   * Ends the review of a factor that was set up before the account was recovered. If it is the only one that works, the
   * other sessions end, which began without it.
   *
   * @throws USER_NOT_FOUND, REAUTHENTICATION_REQUIRED, SECOND_FACTOR_NOT_FOUND
   */
  async keep(request: RequestOf<typeof keepSecondFactor>): Promise<void> {
    const { userId, sid, factorId, caller } = request;
    await this.transactions.run(async (tx) => {
      const user = await this.owners.lock(tx, request);
      const kind = await this.factors.keep(tx, userId, factorId);
      if (!kind) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
      const newValue = { kind, factorId };
      await this.audit.insert(tx, {
        action: 'second-factor-kept',
        userId,
        actorId: userId,
        caller,
        newValue,
      });
      if (user.hasSecondFactor) return;
      await this.users.update(tx, userId, { hasSecondFactor: true });
      await this.sessions.deleteByUser(tx, userId, sid);
    });
  }

  /** @throws USER_NOT_FOUND, REAUTHENTICATION_REQUIRED, SECOND_FACTOR_NOT_FOUND, LAST_SECOND_FACTOR */
  async remove(request: RequestOf<typeof removeSecondFactor>): Promise<void> {
    const { userId, factorId, caller } = request;
    await this.transactions.run(async (tx) => {
      const user = await this.owners.lock(tx, request);
      const kind = await this.factors.delete(tx, userId, factorId);
      if (!kind) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
      const { apps, passkeys } = await this.factors.count(userId, tx);
      if (apps + passkeys === 0) {
        if (user.hasSecondFactor && this.policy.isRequired(user)) throw new DomainError('LAST_SECOND_FACTOR');
        await this.users.update(tx, userId, { hasSecondFactor: false });
        await this.recoveryCodes.deleteAll(tx, userId);
      }
      const oldValue = { kind, factorId };
      await this.audit.insert(tx, {
        action: 'second-factor-removed',
        userId,
        actorId: userId,
        caller,
        oldValue,
      });
      this.mails.publish(tx, user, 'second-factor-removed');
    });
  }

  /** @throws USER_NOT_FOUND, REAUTHENTICATION_REQUIRED, SECOND_FACTOR_NOT_FOUND */
  async replaceRecoveryCodes(request: RequestOf<typeof replaceRecoveryCodes>): Promise<string[]> {
    const { userId, caller } = request;
    return this.transactions.run(async (tx) => {
      const user = await this.owners.lock(tx, request);
      if (!user.hasSecondFactor) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
      await this.audit.insert(tx, { action: 'recovery-codes-replaced', userId, actorId: userId, caller });
      return this.recoveryCodes.replace(tx, userId);
    });
  }
}
