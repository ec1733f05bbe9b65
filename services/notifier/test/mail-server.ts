import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** What the server does with a message after receiving its data. */
type Behavior =
  | { readonly answer: number }
  /** Accepts the message and drops the connection before the reply. */
  | { readonly answer: 'drop' }
  /** Replies 250 once `until` resolves. */
  | { readonly answer: 'hold'; readonly until: Promise<void> };

interface Received {
  readonly to: readonly string[];
  readonly messageId: string;
  readonly mail: Email;
  readonly raw: string;
}

const toRefusal = (responseCode: number) => Object.assign(new Error('refused by the test'), { responseCode });

/** A real SMTP server with scripted replies. */
export class MailServer {
  readonly received: Received[] = [];
  /** Number of messages whose data arrived, by recipient. */
  readonly attempts = new Map<string, number>();
  /** Recipients that were refused, or are about to be. */
  readonly refusedAtRcpt = new Set<string>();
  /** Refuses us before a recipient is named. */
  refusesSender = false;
  private readonly scripts = new Map<string, Behavior[]>();
  private readonly refusedRecipients = new Map<string, Promise<void>>();
  private readonly sockets = new Map<string, Socket>();
  private readonly server: SMTPServer;

  constructor() {
    this.server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onMailFrom: (_address, _session, done) => {
        done(this.refusesSender ? toRefusal(550) : undefined);
      },
      onRcptTo: ({ address }, _session, done) => {
        const until = this.refusedRecipients.get(address);
        if (!until) {
          done();
          return;
        }
        this.refusedAtRcpt.add(address);
        void until.then(() => done(toRefusal(550)));
      },
      onData: (stream, session, done) => {
        buffer(stream)
          .then((data) => this.receive(data, session))
          .then(
            () => done(),
            (error: unknown) => done(error as Error),
          );
      },
    });
    this.server.on('error', () => undefined);
    this.server.server.on('connection', (socket: Socket) => {
      const key = `${socket.remotePort}`;
      this.sockets.set(key, socket);
      socket.once('close', () => this.sockets.delete(key));
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Scripts the next messages to this address, one behavior each. Later messages are accepted. */
  script(address: string, ...behaviors: Behavior[]): void {
    this.scripts.set(address, behaviors);
  }

  /** Keeps the next messages to this address waiting. Returns a function that has them accepted. */
  hold(address: string, count = 1): () => void {
    const { promise: until, resolve } = Promise.withResolvers<undefined>();
    this.script(address, ...Array.from({ length: count }, () => ({ answer: 'hold' as const, until })));
    return () => resolve(undefined);
  }

  /** Refuses this address at RCPT TO, once `until` resolves. */
  refuseRecipient(address: string, until: Promise<void> = Promise.resolve()): void {
    this.refusedRecipients.set(address, until);
  }

  /** Keeps messages to this address waiting at RCPT TO. Returns a function that has them refused. */
  holdRefusal(address: string): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.refuseRecipient(address, promise);
    return () => resolve(undefined);
  }

  acceptRecipient(address: string): void {
    this.refusedRecipients.delete(address);
  }

  listReceived(address: string): Received[] {
    return this.received.filter(({ to }) => to.includes(address));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.values()) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async receive(data: Buffer, session: SMTPServerSession): Promise<void> {
    const to = session.envelope.rcptTo.map(({ address }) => address);
    const address = to[0] ?? '';
    this.attempts.set(address, (this.attempts.get(address) ?? 0) + 1);
    const behavior = this.scripts.get(address)?.shift() ?? { answer: 250 };
    if (behavior.answer === 'hold') await behavior.until;
    if (typeof behavior.answer === 'number' && behavior.answer >= 400) throw toRefusal(behavior.answer);
    const mail = await PostalMime.parse(data);
    this.received.push({ to, messageId: mail.messageId ?? '', mail, raw: data.toString('utf8') });
    if (behavior.answer === 'drop') this.sockets.get(`${session.remotePort}`)?.destroy();
  }
}
