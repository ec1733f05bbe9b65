import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { runInTransactionScope } from '@desk/bullmq-transport';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readEnv } from '@desk/service-kit';
import { mailSettings } from './mail-settings.js';
import { Mailer } from './mailer.js';

const newMailer = (settings: NodeJS.ProcessEnv = {}): Mailer =>
  new Mailer(
    readEnv(mailSettings, {
      NODE_ENV: 'test',
      REDIS_URL: 'redis://localhost',
      MESSAGE_KEYS: `t1:${randomBytes(32).toString('base64')}`,
      HEALTH_PORT: '1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Annuity Desk <leads@desk.example>',
      ...settings,
    }),
  );
const mail = { subject: 'Subject', text: 'Text', html: '<p>Text</p>' };

describe('Mailer', () => {
  const mailer = newMailer();
  const recipient = { address: 'agent@agency.example', messageId: mailer.toMessageId('delivery', 'abc') };

  afterAll(() => mailer.onModuleDestroy());

  it('refuses to send inside a database transaction', async () => {
    await expect(runInTransactionScope(() => mailer.send(recipient, mail))).rejects.toThrow(
      'the mail server was called inside a database transaction',
    );
  });

  it('reports an unreachable server as a temporary failure', async () => {
    expect(await mailer.send(recipient, mail)).toMatchObject({
      result: 'temporary',
      reason: 'CONNECTION_FAILED',
    });
  });

  it.each(['one@agency.example, two@agency.example', 'agent@münchen.example', '<agent@agency.example>', ''])(
    'reports the address "%s" as a bounce',
    async (address) => {
      expect(await mailer.send({ ...recipient, address }, mail)).toEqual({
        result: 'permanent',
        reason: 'INVALID_ADDRESS',
        isBounce: true,
      });
    },
  );

  it('gives a row the same Message-ID each time', () => {
    expect(mailer.toMessageId('delivery', 'abc')).toBe('<delivery-abc@desk.example>');
  });
});

describe('a shutdown while the mail server keeps an email waiting', () => {
  const servers: SMTPServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(resolve));
  });

  /** Shuts down a second after the server began to keep an email waiting, and returns what became of it. */
  async function sendAndShutDown(keepWaiting: (onWaiting: () => void) => SMTPServerOptions) {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      ...keepWaiting(() => mailer.onModuleDestroy()),
    });
    servers.push(server);
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const mailer = newMailer({ SMTP_URL: `smtp://127.0.0.1:${port}`, SHUTDOWN_SECONDS: '6' });
    return mailer.send({ address: 'agent@agency.example', messageId: '<a@desk.example>' }, mail);
  }
  const givenUp = { result: 'temporary', reason: 'TIMEOUT', providerCode: 'EABORT', isOurFailure: true };

  it('gives the email up, and repeats it minutes later if the server has it', async () => {
    const outcome = await sendAndShutDown((onWaiting) => ({
      onData: (stream) => void stream.resume().on('end', onWaiting),
    }));
    expect(outcome).toEqual({ ...givenUp, retryAfterMs: 600_000 });
  });

  it('gives the email up, and repeats it soon if the server does not have it', async () => {
    const outcome = await sendAndShutDown((onWaiting) => ({ onRcptTo: () => onWaiting() }));
    expect(outcome).toEqual(givenUp);
  });
});
