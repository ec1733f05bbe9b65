import { describe, expect, it } from '@jest/globals';
import { parseUsPhone } from './us-phone.js';

describe('parseUsPhone', () => {
  it.each(['(212) 555-0100', '212.555.0100', '+1 212 555 0100', '12125550100'])('accepts %s', (text) => {
    expect(parseUsPhone(text)).toBe('+12125550100');
  });

  it.each([
    '+14165550123',
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
