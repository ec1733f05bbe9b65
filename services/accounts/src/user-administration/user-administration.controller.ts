import { HandleCommand } from '@desk/bullmq-transport';
import {
  administerUser,
  DomainError,
  getUserDetails,
  type RequestOf,
  type UserDetails,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { AccountMails } from '../credentials/account-mails.js';
import { AdminAccess } from '../credentials/admin-access.js';
import { SecondFactorPolicy } from '../credentials/second-factor-policy.js';
import { type AccountRecovery, RecoveryService } from '../recovery/recovery.service.js';
import { SecondFactorRepository } from '../second-factors/second-factor.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { toCurrentUser } from '../users/current-user.js';
import { EmailConfirmationService } from '../users/email-confirmation.service.js';
import { hasConfirmedEmail } from '../users/email.js';
import type { UserEntity } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { changeAccount } from './account-changes.js';

type AdministerRequest = RequestOf<typeof administerUser>;

interface AdministerResult {
  readonly isChanged: boolean;
  readonly recovered?: AccountRecovery;
}

/** What admins see of one user and may change. */
@Controller()
export class UserAdministrationController {
  constructor(
    private readonly transactions: Transactions,
    private readonly adminAccess: AdminAccess,
    private readonly users: UserRepository,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactorRepository,
    private readonly policy: SecondFactorPolicy,
    private readonly emailConfirmation: EmailConfirmationService,
    private readonly recoveries: RecoveryService,
    private readonly mails: AccountMails,
    private readonly audit: AuditRepository,
  ) {}

  @HandleCommand(getUserDetails)
  async getDetails({ userId, actorId }: RequestOf<typeof getUserDetails>): Promise<UserDetails> {
    await this.adminAccess.assertAllowed(actorId);
    const user = await this.users.findCurrentUser(userId);
    if (!user) throw new DomainError('USER_NOT_FOUND');
    const [sessions, factors] = await Promise.all([
      this.sessions.list(userId, null),
      this.factors.count(userId),
    ]);
    return {
      user: { ...toCurrentUser(user, user.pendingEmail), disabled: user.disabledAt !== null },
      emailConfirmedAt: (hasConfirmedEmail(user) && user.emailConfirmedAt?.toISOString()) || null,
      terms: user.termsAcceptedAt && {
        acceptedAt: user.termsAcceptedAt.toISOString(),
        version: user.termsVersion,
        network: user.termsNetwork,
      },
      disabledAt: user.disabledAt?.toISOString() ?? null,
      erasedAt: user.erasedAt?.toISOString() ?? null,
      secondFactors: { ...factors, required: this.policy.isRequired(user) },
      sessions,
    };
  }

  @HandleCommand(administerUser)
  async administer(request: AdministerRequest) {
    await this.adminAccess.assertAllowed(request.actorId);
    if (request.userId === request.actorId) throw new DomainError('OWN_ACCOUNT');
    const { isChanged, recovered } = await this.transactions.run<AdministerResult>(async (tx) => {
      const user = await this.lock(tx, request);
      return request.action === 'confirm-email'
        ? { isChanged: await this.confirmEmail(tx, user, request) }
        : this.change(tx, user, request, request.action);
    });
    if (recovered) await this.recoveries.apply(recovered);
    return { changed: isChanged };
  }

  /** Locks both rows, always in the same order: of two admins who disable each other, only one succeeds. */
  private async lock(tx: Tx, { userId, actorId }: AdministerRequest): Promise<UserEntity> {
    const locked = new Map<string, UserEntity | null>();
    for (const id of [userId, actorId].sort()) locked.set(id, await this.users.lock(tx, id));
    const [user, actor] = [locked.get(userId), locked.get(actorId)];
    if (!actor?.isAdmin || actor.disabledAt) throw new DomainError('FORBIDDEN');
    if (!user) throw new DomainError('USER_NOT_FOUND');
    if (user.erasedAt) throw new DomainError('USER_ERASED');
    return user;
  }

  private async confirmEmail(tx: Tx, user: UserEntity, request: AdministerRequest): Promise<boolean> {
    if (hasConfirmedEmail(user)) return false;
    await this.emailConfirmation.confirm(tx, user, request.caller, request);
    return true;
  }

  private async change(
    tx: Tx,
    user: UserEntity,
    { actorId, reason, caller }: AdministerRequest,
    change: Parameters<typeof changeAccount>[2],
  ): Promise<AdministerResult> {
    const { isChanged, newValue, recovery, ...entry } = await changeAccount(tx.manager, user.id, change);
    if (!isChanged) return { isChanged };
    this.sessions.announceEnd(tx, user.id);
    await this.audit.insert(tx, {
      ...entry,
      userId: user.id,
      actorId,
      caller,
      newValue: { ...newValue, reason },
    });
    if (change === 'reset-second-factor') this.mails.publish(tx, user, 'second-factor-removed');
    if (recovery === undefined) return { isChanged };
    return { isChanged, recovered: await this.recoveries.publish(tx, user.id, recovery, caller.address) };
  }
}
