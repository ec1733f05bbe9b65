import { describe, expect, it } from '@jest/globals';
import { isCrossSiteWrite } from './cross-site.guard.js';

const PUBLIC_URL = 'https://desk.example';
const noHeaders = { secFetchSite: undefined, origin: undefined, host: 'desk.example' };
const check = (method: string, headers: Partial<typeof noHeaders> | Record<string, string>) =>
  isCrossSiteWrite(method, { ...noHeaders, ...headers }, PUBLIC_URL);

describe('isCrossSiteWrite', () => {
  it.each([
    ['cross-site', true],
    ['same-site', true],
    ['same-origin', false],
    ['none', false],
  ])('for sec-fetch-site %s returns %s', (secFetchSite, expected) => {
    expect(check('POST', { secFetchSite })).toBe(expected);
  });

  it.each([
    ['https://desk.example', false],
    ['https://evil.example', true],
    ['https://desk.example.evil.example', true],
    ['null', true],
  ])('for origin %s returns %s', (origin, expected) => {
    expect(check('PATCH', { origin })).toBe(expected);
  });

  it('prefers sec-fetch-site over origin', () => {
    expect(check('POST', { secFetchSite: 'cross-site', origin: PUBLIC_URL })).toBe(true);
  });

  it('allows reads, and clients that are not browsers', () => {
    expect(check('DELETE', {})).toBe(false);
    expect(check('GET', { secFetchSite: 'cross-site' })).toBe(false);
  });
});
