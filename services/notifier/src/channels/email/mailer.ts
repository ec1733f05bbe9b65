import { InjectEnv } from '@desk/service-kit';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import type { NotifierEnv } from '../../env.js';
import type { SendOutcome } from '../../sending/outcome.js';
import { SENDING_SLOTS } from '../../sending/slots.js';
import type { Mail } from '../../templates/mail.js';
import { type Mailbox, parseMailbox } from './mailbox.js';
import { smtpOutcome } from './smtp-outcome.js';

/** All well below the lease: an attempt is over before another process may begin the next. */
const CONNECTION_TIMEOUT_MS = 5_000;
const GREETING_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 12_000;
/** The whole attempt; a server that trickles its answers outlasts every socket timeout. */
const ATTEMPT_TIMEOUT_MS = 15_000;

export interface Addressed {
  readonly address: string;
  readonly messageId: string;
}

/** Hands mails to the mail server. */
@Injectable()
export class Mailer implements OnModuleDestroy {
  readonly from: Mailbox;
  private readonly transport;

  constructor(@InjectEnv() env: NotifierEnv) {
    const from = parseMailbox(env.MAIL_FROM);
    if (!from) throw new Error('MAIL_FROM is not a mailbox');
    this.from = from;
    this.transport = createTransport({
      url: env.SMTP_URL,
      pool: true,
      // One for each slot: no mail waits in the pool while its lease runs.
      maxConnections: SENDING_SLOTS,
      maxMessages: 200,
      // Only where not a byte of the mail had left, such as on a connection that the server had closed while idle.
      maxRequeues: 1,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Never rejects. `accepted` means that the server has taken responsibility (250 after the data). */
  async send({ address, messageId }: Addressed, mail: Mail): Promise<SendOutcome> {
    // nodemailer reads `a@x, b@y` as two recipients; a lead goes to one.
    if (parseMailbox(address)?.address !== address) return { result: 'permanent', reason: 'INVALID_ADDRESS' };
    try {
      await this.transport.sendMail({
        envelope: { from: this.from.address, to: [address] },
        from: { name: this.from.name, address: this.from.address },
        to: { name: '', address },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      });
      return { result: 'accepted' };
    } catch (error) {
      return smtpOutcome(error);
    }
  }

  onModuleDestroy(): void {
    this.transport.close();
  }
}
