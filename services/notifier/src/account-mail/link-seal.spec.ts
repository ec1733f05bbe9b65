import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readNotifierEnv } from '../env.js';
import { LinkSeal } from './link-seal.js';

const seal = new LinkSeal(
  readNotifierEnv({
    NODE_ENV: 'test',
    REDIS_URL: 'redis://localhost',
    MESSAGE_KEYS: `t1:${randomBytes(32).toString('base64')}`,
    HEALTH_PORT: '1',
    DATABASE_URL: 'postgres://localhost/desk',
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'leads@desk.example',
    PUBLIC_URL: 'https://desk.example',
  }),
);

describe('the seal of links', () => {
  it('hides the link and gives it back', () => {
    const sealed = seal.close('one', 'https://desk.example/reset?token=secret');
    expect(sealed).not.toContain('secret');
    expect(seal.open('one', sealed)).toBe('https://desk.example/reset?token=secret');
  });

  it('opens no link of another mail', () => {
    const sealed = seal.close('one', 'https://desk.example/reset?token=secret');
    expect(() => seal.open('two', sealed)).toThrow();
  });
});
