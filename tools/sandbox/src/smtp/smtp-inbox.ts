import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { FaultInjector } from '../faults/faults.js';
import type { Inbox, Mail } from '../inbox/inbox.js';
import { newId } from '../stripe/ids.js';

const MAX_MAIL_BYTES = 10_000_000;
const MAX_HANG_MS = 600_000;

const show = (address: Address | undefined): string =>
  address === undefined
    ? ''
    : address.name === ''
      ? (address.address ?? '')
      : `${address.name} <${address.address ?? ''}>`;

/** Reads a raw mail. `to` is what the envelope says, since headers may leave recipients out. */
export async function readMail(
  raw: Buffer,
  to: readonly string[],
  receivedAt: Date,
): Promise<Omit<Mail, 'count' | 'lastReceivedAt'>> {
  const mail = await PostalMime.parse(raw);
  return {
    id: newId('mail'),
    messageId: mail.messageId ?? '',
    from: show(mail.from),
    to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    receivedAt: receivedAt.toISOString(),
  };
}

const answer = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code });

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Connection {
  readonly session?: { readonly id?: string };
  readonly _socket?: { destroy(): void };
}

/** The server does not hand out a session's socket, so it is found among the open connections. */
function dropConnection(server: SMTPServer, session: SMTPServerSession): void {
  for (const one of server.connections as Set<Connection>)
    if (one.session?.id === session.id) one._socket?.destroy();
}

export interface SmtpInbox {
  readonly port: number;
  close(): Promise<void>;
}

type Done = (error?: Error | null, message?: string) => void;

async function take(
  server: SMTPServer,
  parts: { inbox: Inbox; faults: FaultInjector; closing: AbortSignal },
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  done: Done,
): Promise<void> {
  const raw = await readAll(stream);
  const receivedAt = new Date();
  if (stream.sizeExceeded) {
    done(answer(552, 'The mail is too large'));
    return;
  }
  const to = session.envelope.rcptTo.map((one) => one.address);
  const { latencyMs, fault } = parts.faults.plan({ target: 'smtp', to });
  if (latencyMs > 0 && fault?.kind !== 'hang') await sleep(latencyMs, undefined, { signal: parts.closing });
  const keeps = fault?.effect ?? (fault === undefined || ['lost-answer', 'drop'].includes(fault.kind));
  if (keeps) await parts.inbox.receiveMail(await readMail(raw, to, receivedAt));
  switch (fault?.kind) {
    case undefined:
      done(null, 'OK: kept');
      return;
    case 'reject':
      done(answer(550, 'Mailbox unavailable (sandbox fault)'));
      return;
    case 'defer':
      done(answer(451, 'Try again later (sandbox fault)'));
      return;
    case 'status':
      done(answer(fault.status ?? 451, 'Refused (sandbox fault)'));
      return;
    case 'hang':
      await sleep(fault.ms ?? MAX_HANG_MS, undefined, { signal: parts.closing });
      dropConnection(server, session);
      return;
    default:
      dropConnection(server, session);
  }
}

/** An SMTP server that takes every mail and every sign-in. Port 0 picks a free one. */
export function startSmtp(
  options: { host: string; port: number },
  inbox: Inbox,
  faults: FaultInjector,
): Promise<SmtpInbox> {
  const closing = new AbortController();
  const server: SMTPServer = new SMTPServer({
    name: 'sandbox',
    banner: 'sandbox inbox',
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    closeTimeout: 500,
    logger: false,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anybody' }),
    onData: (stream, session, callback) => {
      take(server, { inbox, faults, closing: closing.signal }, stream, session, callback).catch(
        (error: unknown) => {
          if (!closing.signal.aborted) callback(error instanceof Error ? error : new Error(String(error)));
        },
      );
    },
  });
  // A dropped connection is what a fault is for; nothing is to be done about it.
  server.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, options.host, () => {
      const address = server.server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : options.port,
        close: () =>
          new Promise((closed) => {
            closing.abort();
            server.close(() => closed());
          }),
      });
    });
  });
}
