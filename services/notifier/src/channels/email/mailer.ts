import { channelFacts, MAILBOX_ADDRESS } from '@desk/contracts';
import { assertNoTransaction } from '@desk/outbox';
import { type CommonEnv, InjectEnv } from '@desk/service-kit';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SendFailure, SendOutcome } from '../../sending/send-outcome.js';
import type { Mail } from '../../templates/mail.js';
import { AttemptDeadline } from './attempt-deadline.js';
import { composeMail, type Recipient } from './compose-mail.js';
import { type DkimKey, toDkimKey } from './dkim-settings.js';
import { type MailEnv, toSmtpOptions } from './mail-settings.js';
import { type Mailbox, parseMailbox } from './mailbox.js';
import { smtpOutcome } from './smtp-outcome.js';

/** Emails about accounts that one process sends at a time, in addition to those with leads. */
export const ACCOUNT_MAIL_CONCURRENCY = 4;
const CONNECTION_TIMEOUT_MS = 5_000;
const GREETING_TIMEOUT_MS = 5_000;
/** Longer than any wait that `AttemptDeadline` allows, so that it alone ends an attempt. */
const SOCKET_TIMEOUT_MS = 120_000;
/** Closes connections that nothing is sent over. */
const IDLE_TIMEOUT_MS = 12_000;
/** Delay before a retry if a server got the whole message and did not reply, because it may still accept it. */
const REPEAT_DELAY_MS = 600_000;
/** Part of the shutdown time that is reserved for recording the attempts that it interrupts. */
const RECORDING_SECONDS = 5;

interface WatchedMail extends SendMailOptions {
  readonly deadline: AttemptDeadline;
}

/** Sends emails through the configured mail server. */
@Injectable()
export class Mailer implements OnModuleDestroy {
  private readonly from: Mailbox;
  private readonly dkimKey: DkimKey | undefined;
  private readonly transport;
  private readonly running = new Set<AttemptDeadline>();

  constructor(@InjectEnv() private readonly env: Pick<CommonEnv, 'SHUTDOWN_SECONDS'> & MailEnv) {
    const from = parseMailbox(env.MAIL_FROM);
    if (!from) throw new Error('MAIL_FROM is not a mailbox');
    this.from = from;
    this.dkimKey = toDkimKey(env);
    this.transport = createTransport({
      ...toSmtpOptions(env.SMTP_URL, env.SMTP_TLS),
      pool: true,
      // One connection per concurrent send, so that no email waits in the pool while others are sent.
      maxConnections: channelFacts.email.concurrency + ACCOUNT_MAIL_CONCURRENCY,
      maxMessages: 200,
      // nodemailer requeues only an email of which no byte was sent, as on a connection closed while idle.
      maxRequeues: 1,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      idleTimeout: IDLE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.transport.use('stream', ({ data, message }, done) => {
      const { deadline } = data as WatchedMail;
      // The stream is read once the server has asked for the body.
      message.processFunc((body) => body.once('end', () => deadline.recordBodySent()));
      done();
    });
  }

  /** Returns the Message-ID of a row. It is the same on every attempt. */
  toMessageId(kind: 'delivery' | 'account-mail', id: string): string {
    return `<${kind}-${id}@${this.from.domain}>`;
  }

  /**
   * Reports every SMTP error as an outcome. `accepted` means that the server took responsibility (250 after the data).
   * Throws inside a database transaction, which would wait for the server's reply.
   */
  async send({ address, messageId }: Recipient, mail: Mail): Promise<SendOutcome> {
    assertNoTransaction('the mail server');
    // nodemailer would split `a@x, b@y` into two recipients, but a lead goes to exactly one.
    if (!MAILBOX_ADDRESS.test(address))
      return { result: 'permanent', reason: 'INVALID_ADDRESS', isBounce: true };
    const deadline = new AttemptDeadline();
    this.running.add(deadline);
    try {
      const watched: WatchedMail = {
        envelope: { from: this.from.address, to: [address] },
        // Composed in full first: nodemailer would send the parts of a message as many small packets.
        raw: await composeMail({ from: this.from, dkimKey: this.dkimKey }, { address, messageId }, mail),
        signal: deadline.signal,
        deadline,
      };
      await this.transport.sendMail(watched);
      return { result: 'accepted' };
    } catch (error) {
      return withRepeatDelay(smtpOutcome(error), deadline);
    } finally {
      deadline.clear();
      this.running.delete(deadline);
    }
  }

  /** Ends unanswered attempts early enough to record them before the process ends. */
  onModuleDestroy(): void {
    this.transport.close();
    const graceMs = (this.env.SHUTDOWN_SECONDS - RECORDING_SECONDS) * 1_000;
    setTimeout(() => this.running.forEach((deadline) => deadline.abort()), graceMs).unref();
  }
}

/** Delays a retry that may send the email a second time. */
const withRepeatDelay = (failure: SendFailure, { isBodySent }: AttemptDeadline): SendFailure =>
  isBodySent && failure.reason === 'TIMEOUT' ? { ...failure, retryAfterMs: REPEAT_DELAY_MS } : failure;
