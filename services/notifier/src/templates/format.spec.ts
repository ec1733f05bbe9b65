import { describe, expect, it } from '@jest/globals';
import { formatInstant, formatPhone, oneLine, plainText } from './format.js';

describe('format', () => {
  it('shows a phone number as people here write it', () => {
    expect(formatPhone('+15125550142')).toBe('(512) 555-0142');
    expect(formatPhone('+442071838750')).toBe('+442071838750');
  });

  it('shows an instant in UTC and says so', () => {
    expect(formatInstant('2026-01-05T14:03:11.900Z')).toBe('Jan 5, 2026, 2:03:11 PM UTC');
    expect(formatInstant('2026-01-05T00:00:00.000Z')).toBe('Jan 5, 2026, 12:00:00 AM UTC');
  });

  it('makes one line of what would break a header or turn the text around', () => {
    expect(oneLine(' Ann\r\nBcc: x@y.example\u202e gro\u0000 ')).toBe('Ann Bcc: x@y.example gro');
  });

  it('keeps the lines of a longer text and nothing else that controls', () => {
    expect(plainText('one\r\ntwo\u0007\rthree\n')).toBe('one\ntwo\nthree');
  });
});
