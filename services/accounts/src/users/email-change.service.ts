import { randomUUID } from 'node:crypto';
import { accountMail, type Caller, type confirmEmail, DomainError, type RequestOf } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { SingleUseLinkRepository } from '../credentials/single-use-link.repository.js';
import { createToken, hashToken } from '../credentials/single-use-token.js';
import type { AccountsEnv } from '../env.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { publishContactChanged } from './contact-changed.js';
import { EmailChangeRepository } from './email-change.repository.js';
import { emailTakenError } from './email-taken.error.js';
import type { UserEntity } from './user.entity.js';
import { UserRepository } from './user.repository.js';

const LINK_LIFETIME_HOURS = 24;
const RETRY_AFTER_SECONDS = 3_600;

/** Moves an account to a new email address once the link sent there is opened. */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly emailChanges: EmailChangeRepository,
    private readonly links: SingleUseLinkRepository,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: AuditRepository,
    @InjectEnv() private readonly env: AccountsEnv,
  ) {}

  /**
   * Checks a requested address before the transaction of the request, because the rate limit commits on a connection
   * of its own: waiting for one while holding another can exhaust the pool.
   *
   * @throws EMAIL_TAKEN, TOO_MANY_REQUESTS
   */
  async assertAllowed(newEmail: string): Promise<void> {
    if (await this.users.isEmailTaken(newEmail)) throw emailTakenError();
    if (!(await this.rateLimiter.canSendEmail('confirm-email', newEmail)))
      throw new DomainError('TOO_MANY_REQUESTS', { info: { retryAfter: String(RETRY_AFTER_SECONDS) } });
  }

  /** Sends the confirmation link and replaces any earlier request. The caller holds the lock on `user`. */
  async request(tx: Tx, user: UserEntity, newEmail: string, caller: Caller): Promise<void> {
    await this.emailChanges.deleteUnused(tx, user.id);
    const token = createToken();
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + LINK_LIFETIME_HOURS * 3_600_000);
    const tokenHash = hashToken(token);
    await this.emailChanges.insert(tx, { id, userId: user.id, newEmail, tokenHash, expiresAt });
    await this.audit.insert(tx, {
      action: 'email-change-requested',
      userId: user.id,
      actorId: user.id,
      caller,
      oldValue: { email: user.email },
      newValue: { email: newEmail },
    });
    tx.publish(
      accountMail,
      {
        mailId: id,
        userId: user.id,
        kind: 'confirm-email',
        email: newEmail,
        firstName: user.firstName,
        link: new URL(`/confirm-email#token=${token}`, this.env.PUBLIC_URL).href,
        at: new Date().toISOString(),
        expiresAt: expiresAt.toISOString(),
      },
      { key: id },
    );
  }

  /** @throws LINK_EXPIRED, EMAIL_TAKEN, TOO_MANY_REQUESTS */
  async confirm({ token, caller }: RequestOf<typeof confirmEmail>): Promise<void> {
    await this.rateLimiter.assertWithinLimit('confirm-email', caller);
    await this.transactions.run(async (tx) => {
      const change = await this.emailChanges.use(tx, hashToken(token));
      const user = change && (await this.users.lock(tx, change.userId));
      if (!change || !user || user.disabledAt) throw new DomainError('LINK_EXPIRED');
      if (!(await this.users.updateEmail(tx, user.id, change.newEmail))) throw emailTakenError();
      await this.links.revokeAll(tx, user.id);
      await this.audit.insert(tx, {
        action: 'email-changed',
        userId: user.id,
        actorId: user.id,
        caller,
        oldValue: { email: user.email },
        newValue: { email: change.newEmail },
      });
      this.notifyPreviousAddress(tx, user, change.id);
      const { firstName, lastName } = user;
      publishContactChanged(tx, user.id, { email: change.newEmail, firstName, lastName });
    });
  }

  /** Warns the owner of the account in case another person made the change. */
  private notifyPreviousAddress(tx: Tx, user: UserEntity, changeId: string): void {
    tx.publish(
      accountMail,
      {
        mailId: randomUUID(),
        userId: user.id,
        kind: 'email-changed',
        email: user.email,
        firstName: user.firstName,
        link: null,
        at: new Date().toISOString(),
        expiresAt: null,
      },
      { key: `email-changed-${changeId}` },
    );
  }
}
