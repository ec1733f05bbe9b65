import { describe, expect, it } from '@jest/globals';
import { number, string } from 'yup';
import { EnvironmentError, readEnv } from './env.js';
import { databaseSettings, requestLimitSettings, setting } from './settings/setting.js';

const good = {
  REDIS_URL: 'redis://127.0.0.1:6379',
  MESSAGE_KEYS: `k1:${'A'.repeat(43)}=`,
  HEALTH_PORT: '9100',
};

const failureOf = (shape: Parameters<typeof readEnv>[0], source: NodeJS.ProcessEnv): string => {
  try {
    readEnv(shape, source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
  throw new Error('it was accepted');
};

describe('readEnv', () => {
  it('reads settings, converts numbers and applies defaults', () => {
    const env = readEnv(
      { SMTP_URL: setting.url('the mail server', 'smtp') },
      { ...good, SMTP_URL: 'smtp://mail:25', HOME: '/x' },
    );
    expect(env).toEqual({
      ...good,
      HEALTH_PORT: 9100,
      OTEL_TRACES_SAMPLER_ARG: 1,
      SMTP_URL: 'smtp://mail:25',
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      REDIS_TLS: 'off',
      REDIS_PREFIX: '',
      HEALTH_HOST: '127.0.0.1',
      SHUTDOWN_SECONDS: 15,
    });
  });

  it('names all settings that it knows when it fails', () => {
    const read = () => readEnv({ SMTP_URL: setting.url('the mail server', 'smtp') }, {});
    expect(read).toThrow(
      expect.objectContaining({
        knownSettings: expect.arrayContaining(['SMTP_URL', 'REDIS_PREFIX', 'LOG_LEVEL']),
        invalidSettings: ['REDIS_URL', 'MESSAGE_KEYS', 'HEALTH_PORT', 'SMTP_URL'],
      }),
    );
  });

  it('reports every wrong or missing setting on its own line', () => {
    const message = failureOf(
      { DATABASE_URL: setting.url('where PostgreSQL is', 'postgres'), NAME: setting.text('the name') },
      { REDIS_URL: 'http://redis', MESSAGE_KEYS: 'short', HEALTH_PORT: '70000', LOG_LEVEL: 'loud' },
    );
    const [head, ...lines] = message.split('\n');
    expect(head).toBe('Missing or invalid settings:');
    expect(lines.toSorted()).toEqual([
      '  DATABASE_URL: where PostgreSQL is is missing',
      expect.stringMatching(/^ {2}HEALTH_PORT: /),
      expect.stringMatching(/^ {2}LOG_LEVEL: .*trace, debug, info/),
      '  MESSAGE_KEYS: the message keys of this service (id:from/to:base64) must have at least 32 characters',
      '  NAME: the name is missing',
      '  REDIS_URL: where Redis is must be a URL (redis, rediss, redis-sentinel, rediss-sentinel, redis-cluster, rediss-cluster)',
    ]);
  });

  it('treats an empty setting as missing', () => {
    expect(failureOf({}, { ...good, REDIS_URL: '' })).toContain('REDIS_URL: where Redis is is missing');
    expect(readEnv({}, { ...good, LOG_LEVEL: '' }).LOG_LEVEL).toBe('info');
  });

  it('reads a list of secrets, each of which must be long enough', () => {
    const shape = { KEYS: setting.secretList('the keys', 4) };
    expect(readEnv(shape, { ...good, KEYS: 'abcd' }).KEYS).toEqual(['abcd']);
    expect(readEnv(shape, { ...good, KEYS: 'abcd, efgh' }).KEYS).toEqual(['abcd', 'efgh']);
    expect(failureOf(shape, good)).toContain('the keys are missing');
    expect(failureOf(shape, { ...good, KEYS: 'abcd,zq' })).toContain(
      'the keys must have at least 4 characters each',
    );
    expect(failureOf(shape, { ...good, KEYS: 'abcd,' })).toContain('the keys must');
  });

  it('limits the connections of a process', () => {
    const { DATABASE_POOL_SIZE } = databaseSettings('billing');
    const shape = { DATABASE_POOL_SIZE };
    expect(readEnv(shape, good).DATABASE_POOL_SIZE).toBe(20);
    expect(readEnv(shape, { ...good, DATABASE_POOL_SIZE: '64' }).DATABASE_POOL_SIZE).toBe(64);
    for (const size of ['9', '1001', '20.5', 'x'])
      expect(failureOf(shape, { ...good, DATABASE_POOL_SIZE: size })).toContain('DATABASE_POOL_SIZE: ');
  });

  it('accepts a factor of request limits above 1 only outside production', () => {
    const shape = requestLimitSettings;
    const read = (env: NodeJS.ProcessEnv) => readEnv(shape, { ...good, ...env }).RATE_LIMIT_FACTOR;
    expect(read({})).toBe(1);
    expect(read({ RATE_LIMIT_FACTOR: '1' })).toBe(1);
    expect(read({ NODE_ENV: 'development', RATE_LIMIT_FACTOR: '100' })).toBe(100);
    for (const factor of ['2', '1.01', '0.5', 'x'])
      expect(failureOf(shape, { ...good, RATE_LIMIT_FACTOR: factor }).split('\n')).toEqual([
        'Missing or invalid settings:',
        expect.stringMatching(/^ {2}RATE_LIMIT_FACTOR: /),
      ]);
    expect(failureOf(shape, { ...good, RATE_LIMIT_FACTOR: '2' })).toContain('must be 1 in production');
  });

  it.each(['zqzq', 'zq`zq', '`zqzq`', 'zq\nzq'])('never echoes the value %j', (value) => {
    const shape = {
      A: number().required(),
      B: string().oneOf(['x']).required(),
      C: setting.url('the place', 'https'),
      D: setting.secret('the secret'),
      E: setting.port('the port'),
      F: setting.secretList('the secrets'),
    };
    const message = failureOf(shape, { ...good, A: value, B: value, C: value, D: value, E: value, F: value });
    expect(message.split('\n')).toHaveLength(7);
    expect(message).not.toMatch(/zq/);
  });
});
