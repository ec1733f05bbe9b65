import { describe, expect, it } from '@jest/globals';
import { object, string } from 'yup';
import { defaultTls, isLocalServer, readTls, tlsSetting } from './tls.js';

const REMOTE = 'postgres://desk:secret@db.example/desk';
const LOCAL = 'postgres://desk:secret@127.0.0.1:5432/desk';

describe('isLocalServer', () => {
  it.each([
    LOCAL,
    'postgres://localhost/desk',
    'postgres://LOCALHOST/desk',
    'redis://[::1]:6379',
    'postgres:///desk?host=/var/run/postgresql',
    'socket:/var/run/postgresql?db=desk',
  ])('is true for %s', (url) => {
    expect(isLocalServer(url)).toBe(true);
  });

  it.each([
    REMOTE,
    'redis://redis:6379',
    'smtp://10.0.0.7',
    'postgres://localhost.example/desk',
    'postgres://127.0.0.1.example/desk',
    'postgres://localhost/desk?host=db.example',
    'rubbish',
  ])('is false for %s', (url) => {
    expect(isLocalServer(url)).toBe(false);
  });
});

describe('the default', () => {
  it('requires TLS in production and for other machines only', () => {
    expect(defaultTls('production', REMOTE)).toBe('required');
    expect(defaultTls('production', LOCAL)).toBe('off');
    expect(defaultTls('development', REMOTE)).toBe('off');
    expect(defaultTls('production', undefined)).toBe('required');
  });

  it('applies to a setting that is missing, and no other', () => {
    const schema = object({
      NODE_ENV: string().default('production'),
      DATABASE_TLS: tlsSetting('DATABASE_URL'),
      DATABASE_URL: string().required(),
    });
    const read = (env: object): string => schema.validateSync(env).DATABASE_TLS;
    expect(read({ DATABASE_URL: REMOTE })).toBe('required');
    expect(read({ DATABASE_URL: LOCAL })).toBe('off');
    expect(read({ DATABASE_URL: REMOTE, NODE_ENV: 'test' })).toBe('off');
    expect(read({ DATABASE_URL: REMOTE, DATABASE_TLS: 'off' })).toBe('off');
    expect(read({ DATABASE_URL: LOCAL, DATABASE_TLS: 'required' })).toBe('required');
    expect(() => read({ DATABASE_URL: LOCAL, DATABASE_TLS: 'prefer' })).toThrow('must be required or off');
  });

  it('is the same for commands', () => {
    expect(readTls('DATABASE', REMOTE, {})).toBe('required');
    expect(readTls('DATABASE', LOCAL, {})).toBe('off');
    expect(readTls('DATABASE', REMOTE, { NODE_ENV: 'development' })).toBe('off');
    expect(readTls('REDIS', REMOTE, { REDIS_TLS: 'off' })).toBe('off');
    expect(() => readTls('REDIS', REMOTE, { REDIS_TLS: 'no' })).toThrow('REDIS_TLS must be');
  });
});
