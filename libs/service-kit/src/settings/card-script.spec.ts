import { expect, it } from '@jest/globals';
import { isCardProviderScript } from './card-script.js';

it.each([
  'https://js.stripe.com/v3/',
  'https://js.stripe.com/clover/stripe.js',
  'https://JS.STRIPE.COM:443/v3/',
])('accepts %s', (url) => {
  expect(isCardProviderScript(url)).toBe(true);
});

it.each([
  'http://js.stripe.com/v3/',
  'https://js.stripe.com.evil.example/v3/',
  'https://js.stripe.com@evil.example/v3/',
  'https://js.stripe.com:8443/v3/',
  'https://m.stripe.com/v3/',
  'js.stripe.com/v3/',
  '',
])('rejects %s', (url) => {
  expect(isCardProviderScript(url)).toBe(false);
});
