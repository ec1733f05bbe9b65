import { randomUUID } from 'node:crypto';
import { accountMail, type Caller } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { AuditRepository } from '../audit/audit.repository.js';
import { createToken, hashToken } from '../credentials/single-use-token.js';
import type { emailConfirmationSettings } from './email-confirmation-settings.js';
import { publishContactChanged } from './contact-changed.js';
import { EmailConfirmationRepository } from './email-confirmation.repository.js';
import type { UserEntity } from './user.entity.js';
import { UserRepository } from './user.repository.js';

const HOUR_MS = 3_600_000;
const LINK_LIFETIME_MS = 7 * 24 * HOUR_MS;

/** Whether the address of an account is its owner's. */
@Injectable()
export class EmailConfirmationService {
  constructor(
    private readonly users: UserRepository,
    private readonly confirmations: EmailConfirmationRepository,
    private readonly audit: AuditRepository,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings & typeof emailConfirmationSettings>,
  ) {}

  /** Returns when an address entered now stops receiving personal data unless it is confirmed. */
  confirmBy(): Date {
    return new Date(Date.now() + this.env.EMAIL_CONFIRMATION_HOURS * HOUR_MS);
  }

  /** Emails a link that confirms the current address. Links sent earlier keep working. */
  async sendLink(
    tx: Tx,
    { id: userId, email, firstName }: Pick<UserEntity, 'id' | 'email' | 'firstName'>,
    kind: 'welcome' | 'confirm-email',
  ): Promise<void> {
    const id = randomUUID();
    const token = createToken();
    const expiresAt = new Date(Date.now() + LINK_LIFETIME_MS);
    await this.confirmations.insert(tx, { id, userId, email, tokenHash: hashToken(token), expiresAt });
    const link = new URL(`/confirm-email#token=${token}`, this.env.PUBLIC_URL).href;
    tx.publish(
      accountMail,
      {
        ...{ mailId: id, userId, kind, email, firstName, link },
        at: new Date().toISOString(),
        expiresAt: expiresAt.toISOString(),
      },
      { key: id },
    );
  }

  /** The caller holds the lock on `user`. `by` is the administrator who confirms in the user's place. */
  async confirm(
    tx: Tx,
    user: UserEntity,
    caller: Caller,
    by?: { readonly actorId: string; readonly reason: string },
  ): Promise<void> {
    const emailConfirmedAt = new Date();
    await this.users.update(tx, user.id, { emailConfirmedAt, cardDigitFailures: 0 });
    await this.confirmations.deleteUnused(tx, user.id);
    await this.audit.insert(tx, {
      action: 'email-confirmed',
      userId: user.id,
      actorId: by?.actorId ?? user.id,
      caller,
      newValue: { email: user.email, ...(by ? { reason: by.reason } : {}) },
    });
    await publishContactChanged(tx, user, { emailConfirmedAt });
  }
}
