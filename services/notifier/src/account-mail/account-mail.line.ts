import { sendAccountMail } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Mailer } from '../channels/email/mailer.js';
import type { Claimed } from '../database/repositories/sending.repository.js';
import type { NotifierEnv } from '../env.js';
import type { SendOutcome } from '../sending/outcome.js';
import type { Dispatcher } from '../sending/sending-line.js';
import { cardDeclinedMail } from '../templates/card-declined-mail.js';
import type { Mail } from '../templates/mail.js';
import { securityMail } from '../templates/security-mail.js';
import { LinkSeal } from './link-seal.js';

@Injectable()
export class AccountMailDispatcher implements Dispatcher<'account_mails'> {
  readonly table = 'account_mails';

  constructor(
    private readonly mailer: Mailer,
    private readonly seal: LinkSeal,
    @InjectEnv() private readonly env: NotifierEnv,
  ) {}

  order(tx: Tx, mailId: string, attempt: number, delayMs = 0): void {
    tx.publish(sendAccountMail, { mailId, attempt }, { key: `${mailId}-${attempt}`, delayMs });
  }

  async send(row: Claimed<'account_mails'>): Promise<SendOutcome> {
    const { content } = row;
    const expiresAt = content.subject === 'card-declined' ? null : content.expiresAt;
    // A link that no longer works only confuses.
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
      return { result: 'permanent', reason: 'LINK_EXPIRED' };
    return this.mailer.send(row, this.compose(row));
  }

  tellSent(): void {
    // Nobody waits for it.
  }

  idsOf({ id, content }: Claimed<'account_mails'>): Record<string, string> {
    return { mailId: id, subject: content.subject };
  }

  private compose({ id, content }: Claimed<'account_mails'>): Mail {
    const { PUBLIC_URL: publicUrl } = this.env;
    if (content.subject === 'card-declined') return cardDeclinedMail(content, { publicUrl });
    const link = content.sealedLink === null ? null : this.seal.open(id, content.sealedLink);
    return securityMail({ ...content, link }, { publicUrl });
  }
}
