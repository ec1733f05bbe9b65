import { expect, test } from '@jest/globals';
import { toE164 } from './normalize.js';

test.each([
  ['(512) 555-0142', '+15125550142'],
  ['512.555.0142', '+15125550142'],
  ['1 512 555 0142', '+15125550142'],
  ['+1 (512) 555-0142', '+15125550142'],
  ['+442071838750', '+442071838750'],
])('converts %j to %s', (phone, e164) => {
  expect(toE164(phone)).toBe(e164);
});

test.each(['512-555-0142 x9', 'call 5125550142', '1-800-FLOWERS', ''])('returns %j unchanged', (phone) => {
  expect(toE164(phone)).toBe(phone);
});
