import { randomUUID } from 'node:crypto';
import { accountMail, type PayloadOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

type AccountMail = PayloadOf<typeof accountMail>;
type Recipient = Pick<AccountMail, 'email' | 'firstName'> & { readonly id: string };

/** Tells users by email what happened to their sign-in, in case it was not them. */
@Injectable()
export class SecurityMails {
  publish(
    tx: Tx,
    { id: userId, email, firstName }: Recipient,
    kind: AccountMail['kind'],
    device?: AccountMail['device'],
  ): void {
    const mailId = randomUUID();
    tx.publish(
      accountMail,
      {
        ...{ mailId, userId, kind, email, firstName },
        link: null,
        at: new Date().toISOString(),
        expiresAt: null,
        ...(device ? { device } : {}),
      },
      { key: mailId },
    );
  }
}
