import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** What the server does with the next message for an address, after its data has come. */
export type Behaviour =
  | { readonly answer: number }
  /** It takes the message, and the sender never hears of it. */
  | { readonly answer: 'drop' }
  /** It answers 250 when `until` resolves. */
  | { readonly answer: 'hold'; readonly until: Promise<void> };

export interface Received {
  readonly to: readonly string[];
  readonly messageId: string;
  readonly mail: Email;
  readonly raw: string;
}

const refusal = (responseCode: number) => Object.assign(new Error('as the test demands'), { responseCode });

/** A real SMTP server that the test tells how to behave. */
export class MailServer {
  readonly received: Received[] = [];
  /** Times that somebody began to hand over a message, by recipient. */
  readonly tries = new Map<string, number>();
  private readonly script = new Map<string, Behaviour[]>();
  private readonly refused = new Map<string, number>();
  private readonly sockets = new Map<string, Socket>();
  private readonly server: SMTPServer;

  constructor() {
    this.server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        const code = this.refused.get(address);
        done(code === undefined ? null : refusal(code));
      },
      onData: (stream, session, done) => {
        buffer(stream)
          .then((data) => this.take(data, session))
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

  /** The next messages for this address, one behaviour each; after them it takes what comes. */
  expect(address: string, ...behaviours: Behaviour[]): void {
    this.script.set(address, behaviours);
  }

  /** Answers RCPT TO for this address with the code. */
  refuse(address: string, code: number): void {
    this.refused.set(address, code);
  }

  to(address: string): Received[] {
    return this.received.filter(({ to }) => to.includes(address));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.values()) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async take(data: Buffer, session: SMTPServerSession): Promise<void> {
    const to = session.envelope.rcptTo.map(({ address }) => address);
    const address = to[0] ?? '';
    this.tries.set(address, (this.tries.get(address) ?? 0) + 1);
    const behaviour = this.script.get(address)?.shift() ?? { answer: 250 };
    if (behaviour.answer === 'hold') await behaviour.until;
    if (typeof behaviour.answer === 'number' && behaviour.answer >= 400) throw refusal(behaviour.answer);
    const mail = await PostalMime.parse(data);
    this.received.push({ to, messageId: mail.messageId ?? '', mail, raw: data.toString('utf8') });
    if (behaviour.answer === 'drop') this.sockets.get(`${session.remotePort}`)?.destroy();
  }
}
