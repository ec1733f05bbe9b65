import { describe, expect, it } from '@jest/globals';
import { checkCode, newPhoneCode } from './phone-code-rules.js';

const stored = { phone: '+12125550100', digest: 'a'.repeat(64), tries: 0, isExpired: false };

describe('a phone code', () => {
  it('has six digits', () => {
    for (let count = 0; count < 50; count += 1) expect(newPhoneCode()).toMatch(/^\d{6}$/);
  });

  it('is right if its digest under any key is the stored one', () => {
    expect(checkCode(stored, ['b'.repeat(64), stored.digest])).toBe('right');
    expect(checkCode(stored, ['b'.repeat(64)])).toBe('wrong');
    expect(checkCode(stored, ['a'])).toBe('wrong');
  });

  it.each([
    ['none was sent', undefined],
    ['it expired', { ...stored, isExpired: true }],
    ['five were wrong', { ...stored, tries: 5 }],
  ])('is no longer accepted if %s', (_reason, code) => {
    expect(checkCode(code, [stored.digest])).toBe('expired');
  });

  it('is still accepted after four wrong ones', () => {
    expect(checkCode({ ...stored, tries: 4 }, [stored.digest])).toBe('right');
  });
});
