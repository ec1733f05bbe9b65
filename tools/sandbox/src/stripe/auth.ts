import { unauthorized } from './errors.js';

const basicUser = (value: string): string =>
  Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';

function keyFrom(authorization: string | undefined): string {
  if (authorization === undefined) return '';
  const [scheme = '', value = ''] = authorization.split(' ');
  return scheme.toLowerCase() === 'basic' ? basicUser(value) : value;
}

const masked = (key: string): string => `${key.slice(0, 8)}****${key.slice(-4)}`;

/** Any test key is taken: nothing here is worth guarding, but a live key or a mixed-up one must not pass. */
export function callerOf(authorization: string | undefined): 'secret' | 'browser' {
  const key = keyFrom(authorization);
  if (key === '')
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    );
  if (/^(sk|rk)_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'browser';
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
}
