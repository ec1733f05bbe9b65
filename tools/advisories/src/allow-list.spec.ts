import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isExpired, parseAllowList } from './allow-list.js';

const entry = {
  id: 'CVE-2026-1',
  package: 'zlib',
  reason: 'the vulnerable program is not in the image',
  until: '2026-12-31',
};

describe('parseAllowList', () => {
  it('reads entries', () => {
    expect(parseAllowList(JSON.stringify([entry]))).toEqual([entry]);
  });

  it('reads the file of this repository', () => {
    const file = readFileSync(new URL('../allow-list.json', import.meta.url), 'utf8');
    expect(Array.isArray(parseAllowList(file))).toBe(true);
  });

  it.each([
    ['no reason', { ...entry, reason: undefined }],
    ['an empty reason', { ...entry, reason: '          ' }],
    ['no end date', { ...entry, until: undefined }],
    ['an end date that is no date', { ...entry, until: '2026-13-01' }],
    ['no package', { ...entry, package: undefined }],
    ['an unknown field', { ...entry, expires: '2027-01-01' }],
  ])('rejects an entry with %s', (_what, wrong) => {
    expect(() => parseAllowList(JSON.stringify([wrong]))).toThrow('allow-list.json is invalid');
  });
});

describe('isExpired', () => {
  it('is in force on its last day and not after it', () => {
    expect(isExpired(entry, '2026-12-31')).toBe(false);
    expect(isExpired(entry, '2027-01-01')).toBe(true);
  });
});
