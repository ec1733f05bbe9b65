import { randomUUID } from 'node:crypto';
import {
  accountMail,
  type changeProfile,
  type confirmEmail,
  contactChanged,
  type CurrentUser,
  DomainError,
  type RequestOf,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import type { UserEntity } from '../database/entities/user.entity.js';
import { UsersRepository } from '../database/repositories/users.repository.js';
import type { AccountsEnv } from '../env.js';
import type { Caller } from '../sign-in/client.js';
import { hashToken, newToken } from '../sign-in/single-use-token.js';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { CurrentUserService } from './current-user.service.js';
import { emailTaken } from './email-taken.js';
import { EmailChangesRepository } from './email-changes.repository.js';
import { normalizeEmail, orNull } from './normalise.js';

const LINK_HOURS = 24;

@Injectable()
export class ProfileService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersRepository,
    private readonly changes: EmailChangesRepository,
    private readonly throttling: ThrottlingService,
    private readonly currentUser: CurrentUserService,
    private readonly audit: AuditRepository,
    @InjectEnv() private readonly env: AccountsEnv,
  ) {}

  async change(request: RequestOf<typeof changeProfile>): Promise<CurrentUser> {
    const { userId, caller } = request;
    const newEmail = normalizeEmail(request.email);
    const values = {
      firstName: request.firstName.trim(),
      lastName: request.lastName.trim(),
      phone: request.phone.trim(),
      companyName: orNull(request.companyName),
    };
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new DomainError('USER_NOT_FOUND');
      const { firstName, lastName, phone, companyName } = user;
      const oldValue = { firstName, lastName, phone, companyName };
      if (JSON.stringify(oldValue) !== JSON.stringify(values)) {
        await this.users.change(tx, userId, values);
        const entry = { action: 'profile-changed', userId, actorId: userId, caller, oldValue } as const;
        await this.audit.add(tx, { ...entry, newValue: values });
        this.tellContact(tx, userId, { email: user.email, ...values });
      }
      if (newEmail !== user.email) await this.askForConfirmation(tx, user, newEmail, caller);
    });
    const changed = await this.users.byId(userId);
    if (!changed) throw new DomainError('USER_NOT_FOUND');
    return this.currentUser.of(changed);
  }

  async confirmEmail({ token, caller }: RequestOf<typeof confirmEmail>): Promise<void> {
    await this.throttling.limit('confirm-email', caller);
    await this.transactions.run(async (tx) => {
      const change = await this.changes.use(tx, hashToken(token));
      const user = change && (await this.users.lock(tx, change.userId));
      if (!change || !user || user.disabledAt) throw new DomainError('LINK_EXPIRED');
      if (!(await this.changes.apply(tx, user.id, change.newEmail))) throw emailTaken();
      const [oldValue, newValue] = [{ email: user.email }, { email: change.newEmail }];
      await this.audit.add(tx, {
        action: 'email-changed',
        userId: user.id,
        actorId: user.id,
        caller,
        oldValue,
        newValue,
      });
      const at = new Date().toISOString();
      // The old address hears of it: whoever reads it may not have wanted this.
      tx.publish(
        accountMail,
        {
          mailId: randomUUID(),
          userId: user.id,
          kind: 'email-changed',
          email: user.email,
          firstName: user.firstName,
          link: null,
          at,
          expiresAt: null,
        },
        { key: `email-changed-${change.id}` },
      );
      const { firstName, lastName } = user;
      this.tellContact(tx, user.id, { email: change.newEmail, firstName, lastName });
    });
  }

  /** Mails about leads go to this address and this name from now on. */
  private tellContact(
    tx: Tx,
    userId: string,
    { email, firstName, lastName }: Pick<UserEntity, 'email' | 'firstName' | 'lastName'>,
  ): void {
    const at = new Date().toISOString();
    tx.publish(contactChanged, { userId, email, firstName, lastName, at }, { key: randomUUID() });
  }

  private async askForConfirmation(
    tx: Tx,
    user: UserEntity,
    newEmail: string,
    caller: Caller,
  ): Promise<void> {
    if (await this.changes.isTaken(tx, newEmail)) throw emailTaken();
    if (!(await this.throttling.mayMail('confirm-email', newEmail)))
      throw new DomainError('TOO_MANY_REQUESTS', { info: { retryAfter: '3600' } });
    await this.changes.giveUp(tx, user.id);
    const token = newToken();
    const id = randomUUID();
    const expiresAt = new Date(Date.now() + LINK_HOURS * 3_600_000);
    await this.changes.add(tx, { id, userId: user.id, newEmail, tokenHash: hashToken(token), expiresAt });
    await this.audit.add(tx, {
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
}
