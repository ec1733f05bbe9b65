import { expect, it } from '@jest/globals';
import { isTrustedScript, trustScript } from './trusted-scripts';

it.each([
  'https://js.stripe.com/v3/',
  'https://js.stripe.com/clover/stripe.js',
  'https://m.js.stripe.com/x.js',
])('loads %s', (url) => expect(isTrustedScript(url)).toBe(true));

it('loads the worker that shows notifications', () => {
  expect(isTrustedScript('/push-worker.js')).toBe(true);
});

it.each([
  'https://js.stripe.com.evil.test/v3/',
  'https://evil.test/https://js.stripe.com/',
  'http://js.stripe.com/v3/',
  'https://evil.js.stripe.com.test/',
  'https://js.stripe.com@evil.test/',
  'https://a.b.evil.test/js.stripe.com/',
  '//js.stripe.com/v3/',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  '/assets/other.js',
  '/push-worker.js?x=1',
  '',
])('does not load %j', (url) => {
  expect(isTrustedScript(url)).toBe(false);
});

it('loads the stand-in of a card provider by its exact address', () => {
  trustScript('http://127.0.0.1:4010/stripe.js');
  expect(isTrustedScript('http://127.0.0.1:4010/stripe.js')).toBe(true);
  expect(isTrustedScript('http://127.0.0.1:4010/other.js')).toBe(false);
});
