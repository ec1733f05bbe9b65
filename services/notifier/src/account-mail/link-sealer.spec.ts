import { messageKeysOf, testDataKey } from '@desk/testing';
import { describe, expect, it } from '@jest/globals';
import { readNotifierEnv } from '../env.js';
import { LinkSealer } from './link-sealer.js';

const sealer = new LinkSealer(
  readNotifierEnv({
    NODE_ENV: 'test',
    REDIS_URL: 'redis://localhost',
    MESSAGE_KEYS: messageKeysOf('notifier'),
    DATA_KEYS: testDataKey(),
    HEALTH_PORT: '1',
    DATABASE_URL: 'postgres://localhost/desk',
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'leads@desk.example',
    PUBLIC_URL: 'https://desk.example',
  }),
);

describe('LinkSealer', () => {
  it('encrypts and decrypts a link', () => {
    const sealed = sealer.seal('one', 'https://desk.example/reset?token=secret');
    expect(sealed).not.toContain('secret');
    expect(sealer.open('one', sealed)).toBe('https://desk.example/reset?token=secret');
  });

  it('does not open a link that was sealed for another email', () => {
    const sealed = sealer.seal('one', 'https://desk.example/reset?token=secret');
    expect(() => sealer.open('two', sealed)).toThrow();
  });
});
