import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import {
  type Certificate,
  createCertificate,
  messageKeysOf,
  testDataKey,
  trustCertificate,
} from '@desk/testing';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Mailer } from '../src/channels/email/mailer.js';
import { readNotifierEnv } from '../src/env.js';

let certificate: Certificate;
const servers: SMTPServer[] = [];
const mailers: Mailer[] = [];
let stopTrusting: () => void = () => undefined;
/** Whether each message arrived over an encrypted connection. */
const received: boolean[] = [];

beforeAll(async () => {
  certificate = await createCertificate();
});
afterEach(async () => {
  stopTrusting();
  stopTrusting = () => undefined;
  received.length = 0;
  for (const mailer of mailers.splice(0)) mailer.onModuleDestroy();
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(() => resolve()));
});

async function listen(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    onData: (stream, session, done) => {
      void buffer(stream).then(() => {
        received.push(session.secure);
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return (server.server.address() as AddressInfo).port;
}

function send(SMTP_URL: string, SMTP_TLS: string): ReturnType<Mailer['send']> {
  const mailer = new Mailer(
    readNotifierEnv({
      NODE_ENV: 'test',
      REDIS_URL: 'redis://localhost',
      MESSAGE_KEYS: messageKeysOf('notifier'),
      DATA_KEYS: testDataKey(),
      HEALTH_PORT: '1',
      DATABASE_URL: 'postgres://localhost/desk',
      SMTP_URL,
      SMTP_TLS,
      MAIL_FROM: 'leads@desk.example',
      PUBLIC_URL: 'https://desk.example',
    }),
  );
  mailers.push(mailer);
  const recipient = { address: 'agent@agency.example', messageId: mailer.toMessageId('delivery', 'abc') };
  return mailer.send(recipient, { subject: 'Subject', text: 'Text', html: '<p>Text</p>' });
}
const accepted = { result: 'accepted' };

it('sends over STARTTLS with a trusted certificate', async () => {
  const port = await listen({});
  stopTrusting = trustCertificate(certificate);
  expect(await send(`smtp://127.0.0.1:${port}`, 'required')).toEqual(accepted);
  expect(received).toEqual([true]);
});

it('sends over TLS from the start with a trusted certificate', async () => {
  const port = await listen({ secure: true });
  stopTrusting = trustCertificate(certificate);
  expect(await send(`smtps://127.0.0.1:${port}`, 'required')).toEqual(accepted);
  expect(received).toEqual([true]);
});

it.each(['', '?ignoreTLS=true', '?opportunisticTLS=true', '?requireTLS=false'])(
  'sends nothing to a server that offers no TLS: %s',
  async (parameters) => {
    const port = await listen({ disabledCommands: ['STARTTLS'] });
    const outcome = await send(`smtp://127.0.0.1:${port}${parameters}`, 'required');
    expect(outcome).toMatchObject({ result: 'temporary', reason: 'INSECURE_CONNECTION' });
    expect(received).toEqual([]);
  },
);

it.each(['', '?tls.rejectUnauthorized=false'])(
  'sends nothing to a server whose certificate is not trusted: %s',
  async (parameters) => {
    const port = await listen({});
    const outcome = await send(`smtp://127.0.0.1:${port}${parameters}`, 'required');
    expect(outcome).toMatchObject({ result: 'temporary' });
    expect(received).toEqual([]);
  },
);

it('sends in plain text only when TLS is off', async () => {
  const port = await listen({ disabledCommands: ['STARTTLS'] });
  expect(await send(`smtp://127.0.0.1:${port}`, 'off')).toEqual(accepted);
  expect(received).toEqual([false]);
});
