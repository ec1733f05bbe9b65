import { randomUUID } from 'node:crypto';
import { accountMail, type PayloadOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';

type AccountMail = PayloadOf<typeof accountMail>;
type Recipient = Pick<AccountMail, 'email' | 'firstName'> & { readonly id: string };

/** A page of this site that the token opens. */
interface Link {
  readonly page: 'confirm-email' | 'reset-password' | 'undo-email-change';
  readonly token: string;
  readonly expiresAt: Date;
}

interface Options {
  /** Default: a new one. A mail with the same id is sent once. */
  readonly mailId?: string;
  readonly link?: Link | undefined;
  readonly device?: AccountMail['device'];
}

/**
 * Emails to users about their account: links that they requested, and changes of their sign-in, in case
 * somebody else made them.
 */
@Injectable()
export class AccountMails {
  constructor(@InjectEnv() private readonly env: SettingsOf<typeof siteSettings>) {}

  publish(
    tx: Tx,
    { id: userId, email, firstName }: Recipient,
    kind: AccountMail['kind'],
    { mailId = randomUUID(), link, device }: Options = {},
  ): void {
    tx.publish(
      accountMail,
      {
        mailId,
        userId,
        kind,
        email,
        firstName,
        link: link ? new URL(`/${link.page}#token=${link.token}`, this.env.PUBLIC_URL).href : null,
        at: new Date().toISOString(),
        expiresAt: link?.expiresAt.toISOString() ?? null,
        ...(device ? { device } : {}),
      },
      { key: mailId },
    );
  }
}
