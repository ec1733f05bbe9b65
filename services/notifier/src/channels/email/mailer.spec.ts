import { randomBytes } from 'node:crypto';
import { runInTransactionScope } from '@desk/bullmq-transport';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readNotifierEnv } from '../../env.js';
import { Mailer } from './mailer.js';

describe('Mailer', () => {
  const mailer = new Mailer(
    readNotifierEnv({
      NODE_ENV: 'test',
      REDIS_URL: 'redis://localhost',
      MESSAGE_KEYS: `t1:${randomBytes(32).toString('base64')}`,
      DATA_KEYS: `d1:${randomBytes(32).toString('base64')}`,
      HEALTH_PORT: '1',
      DATABASE_URL: 'postgres://localhost/desk',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Annuity Desk <leads@desk.example>',
      PUBLIC_URL: 'https://desk.example',
    }),
  );
  const recipient = { address: 'agent@agency.example', messageId: mailer.toMessageId('delivery', 'abc') };
  const mail = { subject: 'Subject', text: 'Text', html: '<p>Text</p>' };

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
