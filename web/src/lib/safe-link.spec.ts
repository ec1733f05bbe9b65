import { describe, expect, it } from '@jest/globals';
import { getSafeLink } from './safe-link';

describe('getSafeLink', () => {
  it('returns web addresses', () => {
    expect(getSafeLink('https://cert.trustedform.com/abc')).toBe('https://cert.trustedform.com/abc');
    expect(getSafeLink('http://retire.example/?a=1')).toBe('http://retire.example/?a=1');
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'abc',
    '',
  ])('rejects %s', (url) => {
    expect(getSafeLink(url)).toBeNull();
  });
});
