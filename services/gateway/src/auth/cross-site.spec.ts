import { describe, expect, it } from '@jest/globals';
import { isCrossSiteWrite } from './cross-site.js';

const PUBLIC = 'https://desk.example';
const nothing = { secFetchSite: undefined, origin: undefined, host: 'desk.example' };
const check = (method: string, headers: Partial<typeof nothing> | Record<string, string>) =>
  isCrossSiteWrite(method, { ...nothing, ...headers }, PUBLIC);

describe('a write from another site', () => {
  it.each([
    ['cross-site', true],
    ['same-site', true],
    ['same-origin', false],
    ['none', false],
  ])('sec-fetch-site %s: %s', (secFetchSite, refused) => {
    expect(check('POST', { secFetchSite })).toBe(refused);
  });

  it.each([
    ['https://desk.example', false],
    ['https://evil.example', true],
    ['https://desk.example.evil.example', true],
    ['null', true],
  ])('origin %s: %s', (origin, refused) => {
    expect(check('PATCH', { origin })).toBe(refused);
  });

  it('is decided by sec-fetch-site where there is one', () => {
    expect(check('POST', { secFetchSite: 'cross-site', origin: PUBLIC })).toBe(true);
  });

  it('is none for programs, and reading is no write', () => {
    expect(check('DELETE', {})).toBe(false);
    expect(check('GET', { secFetchSite: 'cross-site' })).toBe(false);
  });
});
