import { unauthorized } from './errors.js';

const getBasicUser = (value: string): string =>
  Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';

function readKey(authorization: string | undefined): string {
  if (authorization === undefined) return '';
  const [scheme = '', value = ''] = authorization.split(' ');
  return scheme.toLowerCase() === 'basic' ? getBasicUser(value) : value;
}

const mask = (key: string): string => `${key.slice(0, 8)}****${key.slice(-4)}`;

/** Accepts any test key. Rejects live keys and swapped ones, which indicate a configuration error. */
export function identifyCaller(authorization: string | undefined): 'secret' | 'browser' {
  const key = readKey(authorization);
  if (key === '')
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    );
  if (/^(sk|rk)_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'browser';
  throw unauthorized(`Invalid API Key provided: ${mask(key)}`);
}
