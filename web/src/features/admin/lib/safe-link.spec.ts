import { describe, expect, it } from '@jest/globals';
import { safeLink } from './safe-link';

describe('an address from outside', () => {
  it('may be followed when it is a web page', () => {
    expect(safeLink('https://cert.trustedform.com/abc')).toBe('https://cert.trustedform.com/abc');
    expect(safeLink('http://retire.example/?a=1')).toBe('http://retire.example/?a=1');
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'abc',
    '',
  ])('may not be when it is %s', (given) => {
    expect(safeLink(given)).toBeNull();
  });
});
