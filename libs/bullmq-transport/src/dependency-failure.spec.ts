import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@desk/contracts';
import { TimeoutError } from '@desk/timing';
import { isDependencyFailure } from './dependency-failure.js';
import { HandlerTimeoutError } from './handler-watch.js';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const withType = (type: string) => Object.assign(new Error('failed'), { type });

describe('isDependencyFailure', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a lost connection', withCode('ECONNRESET')],
    ['PostgreSQL shutting down', withCode('57P01')],
    ['PostgreSQL starting', withCode('57P03')],
    ['too many connections', withCode('53300')],
    ['a full disk', withCode('53100')],
    ['a replica', withCode('25006')],
    ['a busy row', withCode('55P03')],
    ['a pool without free connections', new Error('timeout exceeded when trying to connect')],
    ['a connection that ends', new Error('Connection terminated unexpectedly')],
    ['a query without an answer', new Error('Query read timeout')],
    ['a replica of Redis', new Error("READONLY You can't write against a read only replica.")],
    [
      'Redis without memory',
      new Error("OOM command not allowed when used memory > 'maxmemory'. script: 5ab4"),
    ],
    [
      'Redis 6 without memory',
      new Error('ERR Error running script (call to f_5ab4): @user_script:9: -OOM command not allowed'),
    ],
    ['Redis without replicas', new Error('NOREPLICAS Not enough good replicas to write.')],
    ['Redis without a disk', new Error('MISCONF Errors writing to the AOF file: No space left on device')],
    ['a timeout', new TimeoutError(5)],
    ['the card provider down', withType('StripeConnectionError')],
    ['another service down', new DomainError('UNAVAILABLE')],
    ['a wrapped one', new Error('failed', { cause: withCode('ETIMEDOUT') })],
    ['a failed query', Object.assign(new Error('query failed'), { driverError: withCode('08006') })],
    ['several addresses', new AggregateError([withCode('ECONNREFUSED')])],
  ])('is true for %s', (_what, error) => {
    expect(isDependencyFailure(error)).toBe(true);
  });

  it.each([
    ['a bug', new TypeError('x is not a function')],
    ['a violated constraint', withCode('23505')],
    ['a wrong statement', withCode('42P01')],
    ['a canceled statement', withCode('57014')],
    ['a broken script', new Error('ERR Error running script (call to f_5ab4): @user_script:9: nil value')],
    ['a domain error', new DomainError('LEAD_NOT_FOUND')],
    ['a handler that hangs', new HandlerTimeoutError(5)],
    ['a known code that is no error', 'ECONNREFUSED'],
    ['nothing', undefined],
  ])('is false for %s', (_what, error) => {
    expect(isDependencyFailure(error)).toBe(false);
  });

  it('ends on errors that cause each other', () => {
    const error = new Error('first');
    error.cause = new Error('second', { cause: error });
    expect(isDependencyFailure(error)).toBe(false);
  });
});
