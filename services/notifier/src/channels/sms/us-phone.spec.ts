import { describe, expect, it } from '@jest/globals';
import { parseUsPhone } from './us-phone.js';

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
