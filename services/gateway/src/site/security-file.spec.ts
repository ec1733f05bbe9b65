import { describe, expect, it } from '@jest/globals';
import { findPage } from './serve-site.js';
import { SECURITY_FILE, securityFile } from './site-files.js';

const NOW = Date.parse('2026-01-05T14:30:00.000Z');
const file = securityFile('https://desk.example.com', NOW);

describe('security.txt', () => {
  it('has what RFC 9116 requires, and expires within a year', () => {
    const fields = new Map(
      file.bodies.identity
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/, 2) as [string, string]),
    );
    expect(Object.fromEntries(fields)).toEqual({
      Contact: 'https://desk.example.com/contact',
      Expires: '2026-07-04T14:30:00.000Z',
      'Preferred-Languages': 'en',
      Canonical: 'https://desk.example.com/.well-known/security.txt',
      Policy: 'https://desk.example.com/security-policy.txt',
    });
    expect(file.type).toBe('text/plain; charset=utf-8');
  });

  it('is found at its well-known place', () => {
    const site = { hasFile: (name: string) => name === SECURITY_FILE, pages: [] };
    expect(findPage('/.well-known/security.txt', site, false)).toMatchObject({ kind: 'file', status: 200 });
  });
});
