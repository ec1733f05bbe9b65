import { randomInt, randomUUID } from 'node:crypto';
import {
  accountMail,
  DomainError,
  issuePasswordReset,
  type PayloadOf,
  type requestPasswordReset,
  type RequestOf,
  type resetPassword,
} from '@desk/contracts';
import type { Message } from '@desk/bullmq-transport';
import { Transactions } from '@desk/outbox';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { UsersRepository } from '../database/repositories/users.repository.js';
import type { AccountsEnv } from '../env.js';
import { refuseCommonPassword } from '../sign-in/common-passwords.js';
import { hashPassword } from '../sign-in/passwords.js';
import { hashToken, newToken } from '../sign-in/single-use-token.js';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { normalizeEmail } from '../users/normalise.js';
import { NewPassword } from './new-password.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

const LINK_MINUTES = 30;
/** The work behind the answer begins when nobody can tell any more which request it slows down. */
const ISSUE_AFTER_MS = { atLeast: 250, atMost: 1_250 } as const;

@Injectable()
export class PasswordResetService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly newPassword: NewPassword,
    private readonly throttling: ThrottlingService,
    private readonly audit: AuditRepository,
    @InjectEnv() private readonly env: AccountsEnv,
  ) {}

  /** Looks nothing up: what happens next happens behind the answer. */
  async request({ email, caller }: RequestOf<typeof requestPasswordReset>): Promise<void> {
    await this.throttling.limit('forgot-password', caller);
    const requestId = randomUUID();
    await this.transactions.run((tx) => {
      const payload = { requestId, email: normalizeEmail(email), address: caller.address };
      const delayMs = randomInt(ISSUE_AFTER_MS.atLeast, ISSUE_AFTER_MS.atMost);
      tx.publish(issuePasswordReset, payload, { key: requestId, delayMs });
      return Promise.resolve();
    });
  }

  async issue(
    { requestId, email, address }: PayloadOf<typeof issuePasswordReset>,
    message: Message,
  ): Promise<void> {
    const user = await this.users.byEmail(email);
    if (!user || user.disabledAt || !(await this.throttling.mayMail('reset', email))) return;
    const token = newToken();
    const expiresAt = new Date(Date.now() + LINK_MINUTES * 60_000);
    await this.transactions.once(message, async (tx) => {
      await this.resets.cancelOf(tx, user.id);
      await this.resets.add(tx, { id: requestId, userId: user.id, tokenHash: hashToken(token), expiresAt });
      const caller = { address, userAgent: null };
      await this.audit.add(tx, {
        action: 'password-reset-requested',
        userId: user.id,
        actorId: null,
        caller,
      });
      tx.publish(
        accountMail,
        {
          mailId: requestId,
          userId: user.id,
          kind: 'password-reset',
          email: user.email,
          firstName: user.firstName,
          link: new URL(`/reset-password#token=${token}`, this.env.PUBLIC_URL).href,
          at: new Date().toISOString(),
          expiresAt: expiresAt.toISOString(),
        },
        { key: requestId },
      );
    });
  }

  /** Ends every session and tells the owner. A refused password does not use up the link. */
  async reset({ token, password, caller }: RequestOf<typeof resetPassword>): Promise<void> {
    await this.throttling.limit('reset-password', caller);
    refuseCommonPassword(password);
    const passwordHash = await hashPassword(password);
    await this.transactions.run(async (tx) => {
      const userId = await this.resets.use(tx, hashToken(token));
      const user = userId === undefined ? null : await this.users.lock(tx, userId);
      if (!user || user.disabledAt) throw new DomainError('LINK_EXPIRED');
      await this.newPassword.set(tx, user, { passwordHash, caller, keepSession: null });
    });
  }
}
