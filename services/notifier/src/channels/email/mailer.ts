import { channelFacts, MAILBOX_ADDRESS } from '@desk/contracts';
import { assertNoTransaction } from '@desk/outbox';
import { type CommonEnv, InjectEnv, type TlsMode } from '@desk/service-kit';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailEnv } from './mail-settings.js';
import type { SendFailure, SendOutcome } from '../../sending/send-outcome.js';
import type { Mail } from '../../templates/mail.js';
import { composeMail, type Recipient } from './compose-mail.js';
import { type DkimKey, toDkimKey } from './dkim-settings.js';
import { type Mailbox, parseMailbox } from './mailbox.js';
import { smtpOutcome } from './smtp-outcome.js';

/** Emails about accounts that one process sends at a time, apart from those with leads. */
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

/** Parameters of the URL that weaken TLS; nodemailer prefers them to its other options. */
const WEAKENING_PARAMETERS = [
  'secure',
  'ignoreTLS',
  'requireTLS',
  'opportunisticTLS',
  'tls.rejectUnauthorized',
  'tls.minVersion',
];

interface SmtpOptions {
  readonly url: string;
  readonly requireTLS?: true;
  readonly tls?: { readonly rejectUnauthorized: true; readonly minVersion: 'TLSv1.2' };
}

/**
 * Returns how to connect to the mail server. With TLS `required`, an email is sent only over an encrypted connection
 * with a verified certificate; otherwise it is encrypted if the server offers it.
 */
function toSmtpOptions(url: string, tls: TlsMode): SmtpOptions {
  if (tls === 'off') return { url };
  const cleaned = new URL(url);
  for (const name of WEAKENING_PARAMETERS) cleaned.searchParams.delete(name);
  return { url: cleaned.href, requireTLS: true, tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' } };
}

/** From the beginning until the body is sent. A server that answers byte by byte outlasts every timeout of a socket. */
const BODY_TIMEOUT_MS = 15_000;
/**
 * For the reply to the body. Servers scan the message first, and giving up too early sends it again, so RFC 5321
 * (section 4.5.3.2.6) asks for 10 minutes. A place in the lane and the handler cannot be held longer than this.
 */
const REPLY_TIMEOUT_MS = 90_000;

/** Ends an attempt to send an email that takes too long. */
export class AttemptDeadline {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout;
  private isSent = false;
  private isOver = false;

  constructor(
    bodyTimeoutMs: number = BODY_TIMEOUT_MS,
    private readonly replyTimeoutMs: number = REPLY_TIMEOUT_MS,
  ) {
    this.timer = this.abortAfter(bodyTimeoutMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether the server has the whole message, and may have accepted it. */
  get isBodySent(): boolean {
    return this.isSent;
  }

  /** Starts the wait for the reply. */
  recordBodySent(): void {
    // A server may refuse a message before it has read all of it.
    if (this.isOver) return;
    this.isSent = true;
    clearTimeout(this.timer);
    this.timer = this.abortAfter(this.replyTimeoutMs);
  }

  abort(): void {
    this.controller.abort();
  }

  /** The attempt has ended. */
  clear(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private abortAfter(timeoutMs: number): NodeJS.Timeout {
    return setTimeout(() => this.abort(), timeoutMs);
  }
}
