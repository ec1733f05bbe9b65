import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { FaultInjector } from '../faults/faults.js';
import type { Inbox } from '../inbox/inbox.js';

const MAX_MAIL_BYTES = 10_000_000;

const toSmtpError = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code });

const refusals: Readonly<Record<string, { readonly code: number; readonly message: string }>> = {
  reject: { code: 550, message: 'Mailbox unavailable' },
  defer: { code: 451, message: 'Try again later' },
};

/** As a server without SMTPUTF8 refuses an address that needs it (RFC 6531, section 3.5). */
const findAddressProblem = (address: string): Error | null =>
  /^[\x20-\x7E]*$/.test(address)
    ? null
    : toSmtpError(553, '5.6.7 The address needs SMTPUTF8, which this server does not have');

interface Connection {
  readonly session?: { readonly id?: string };
  readonly _socket?: { destroy(): void };
}

/** Finds the socket among the open connections, because smtp-server does not expose it on the session. */
function dropConnection(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections as Set<Connection>)
    if (connection.session?.id === session.id) connection._socket?.destroy();
}

type Done = (error?: Error | null, message?: string) => void;

async function receive(
  server: SMTPServer,
  { inbox, faults }: { inbox: Inbox; faults: FaultInjector },
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  done: Done,
): Promise<void> {
  const raw = await buffer(stream);
  const receivedAt = new Date();
  if (stream.sizeExceeded) {
    done(toSmtpError(552, 'The email is too large'));
    return;
  }
  const to = session.envelope.rcptTo.map(({ address }) => address);
  const { fault } = faults.plan({ target: 'smtp', to });
  if (!fault || fault.kind === 'drop')
    await inbox.receive('unparsed', {
      raw: raw.toString('latin1'),
      to,
      receivedAt: receivedAt.toISOString(),
    });
  const refusal = refusals[fault?.kind ?? ''];
  if (!fault) done(null, 'OK: stored');
  else if (refusal) done(toSmtpError(refusal.code, `${refusal.message} (sandbox fault)`));
  else dropConnection(server, session);
}

/** Starts an SMTP server that accepts every email and every login. Port 0 picks a free port. */
export function startSmtp(
  options: { host: string; port: number },
  inbox: Inbox,
  faults: FaultInjector,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server: SMTPServer = new SMTPServer({
    name: 'sandbox',
    banner: 'sandbox inbox',
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    // Most mail servers of recipients know no addresses outside of ASCII (RFC 6531).
    hideSMTPUTF8: true,
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    closeTimeout: 500,
    logger: false,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    onMailFrom: ({ address }, _session, callback) => callback(findAddressProblem(address)),
    onRcptTo: ({ address }, _session, callback) => callback(findAddressProblem(address)),
    onData: (stream, session, callback) => {
      receive(server, { inbox, faults }, stream, session, callback).catch((error: unknown) =>
        callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // Faults drop connections on purpose.
  server.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, options.host, () => {
      const address = server.server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : options.port,
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
  });
}
