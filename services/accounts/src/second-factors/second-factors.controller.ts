import { HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  keepSecondFactor,
  listSecondFactors,
  removeSecondFactor,
  renameSecondFactor,
  replaceRecoveryCodes,
  type RequestOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountMails } from '../credentials/account-mails.js';
import { SecondFactorPolicy } from '../credentials/second-factor-policy.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { UserRepository } from '../users/user.repository.js';
import { FactorOwnerService } from './factor-owner.service.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { SecondFactorRepository } from './second-factor.repository.js';

/** A user's second factors, once they are set up. */
@Controller()
export class SecondFactorsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly owners: FactorOwnerService,
    private readonly factors: SecondFactorRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly sessions: SessionRepository,
    private readonly policy: SecondFactorPolicy,
    private readonly mails: AccountMails,
    private readonly audit: AuditRepository,
  ) {}

  @HandleCommand(listSecondFactors)
  async list({ userId }: RequestOf<typeof listSecondFactors>) {
    const [user, rows, { recoveryCodesLeft }] = await Promise.all([
      this.users.findById(userId),
      this.factors.list(userId),
      this.factors.count(userId),
    ]);
    if (!user) throw new DomainError('USER_NOT_FOUND');
    const factors = rows.map(({ createdAt, lastUsedAt, needsReview, isOff, ...row }) => ({
      ...row,
      ...(needsReview ? { needsReview } : {}),
      ...(isOff ? { isOff } : {}),
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
    return { factors, recoveryCodesLeft, required: this.policy.isRequired(user) };
  }

  @HandleCommand(renameSecondFactor)
  async rename({ userId, factorId, name, caller }: RequestOf<typeof renameSecondFactor>): Promise<object> {
    return this.transactions.run(async (tx) => {
      const kind = await this.factors.rename(tx, userId, factorId, name.trim());
      const newValue = { kind, factorId };
      await this.audit.insertByUser(tx, 'second-factor-renamed', userId, caller, { newValue });
      return {};
    });
  }

  /**
   * Ends the review of a factor that was set up before the account was recovered. If it is the only one that works, the
   * other sessions end, which began without it.
   */
  @HandleCommand(keepSecondFactor)
  async keep(request: RequestOf<typeof keepSecondFactor>): Promise<object> {
    const { userId, sid, factorId, caller } = request;
    return this.transactions.run(async (tx) => {
      const user = await this.owners.lock(tx, request);
      const kind = await this.factors.keep(tx, userId, factorId);
      const newValue = { kind, factorId };
      await this.audit.insertByUser(tx, 'second-factor-kept', userId, caller, { newValue });
      if (user.hasSecondFactor) return {};
      await this.users.update(tx, userId, { hasSecondFactor: true });
      await this.sessions.deleteByUser(tx, userId, sid);
      return {};
    });
  }

  @HandleCommand(removeSecondFactor)
  async remove(request: RequestOf<typeof removeSecondFactor>): Promise<object> {
    const { userId, factorId, caller } = request;
    return this.transactions.run(async (tx) => {
      const user = await this.owners.lock(tx, request);
      const kind = await this.factors.delete(tx, userId, factorId);
      const { apps, passkeys } = await this.factors.count(userId, tx);
      if (apps + passkeys === 0) {
        if (user.hasSecondFactor && this.policy.isRequired(user)) throw new DomainError('LAST_SECOND_FACTOR');
        await this.users.update(tx, userId, { hasSecondFactor: false });
        await this.recoveryCodes.deleteAll(tx, userId);
      }
      const oldValue = { kind, factorId };
      await this.audit.insertByUser(tx, 'second-factor-removed', userId, caller, { oldValue });
      this.mails.publish(tx, user, 'second-factor-removed');
      return {};
    });
  }

  @HandleCommand(replaceRecoveryCodes)
  async replaceRecoveryCodes(request: RequestOf<typeof replaceRecoveryCodes>) {
    const { userId, caller } = request;
    return this.transactions.run(async (tx) => {
      const user = await this.owners.lock(tx, request);
      if (!user.hasSecondFactor) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
      await this.audit.insertByUser(tx, 'recovery-codes-replaced', userId, caller);
      this.mails.publish(tx, user, 'recovery-codes-replaced');
      return { recoveryCodes: await this.recoveryCodes.replace(tx, userId) };
    });
  }
}
