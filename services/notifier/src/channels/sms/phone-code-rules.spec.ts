import { describe, expect, it } from '@jest/globals';
import { checkCode, newPhoneCode, parseUsPhone } from './phone-code-rules.js';

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

describe('parseUsPhone', () => {
  it.each(['(212) 555-0100', '212.555.0100', '+1 212 555 0100', '12125550100'])('accepts %s', (text) => {
    expect(parseUsPhone(text)).toBe('+12125550100');
  });

  it.each([
    ['+1 787 555 0100', '+17875550100'],
    ['(939) 555-0100', '+19395550100'],
    ['340-555-0100', '+13405550100'],
    ['+1 (671) 555-0100', '+16715550100'],
    ['670 555 0100', '+16705550100'],
    ['684.555.0100', '+16845550100'],
    ['\u202a(512) 555-0143\u202c', '+15125550143'],
  ])('accepts %j, as from leads', (text, phone) => {
    expect(parseUsPhone(text)).toBe(phone);
  });

  it.each([
    '+14165550123',
    '+18765550123',
    '+18095550123',
    '+19005550123',
    '+15005550123',
    '+442079460000',
    '+18005551234',
    '212555010',
    '212 555 0100 ext. 5',
    'call me',
    '',
  ])('rejects %j', (text) => {
    expect(parseUsPhone(text)).toBeUndefined();
  });
});
