import { expect, test } from '@jest/globals';
import { toPhoneCheck } from './phone-verifier.js';

test.each([
  ['mobile', 'Verified mobile'],
  ['landline', 'Verified landline'],
  ['fixedVoip', 'Verified VoIP'],
  ['nonFixedVoip', 'Verified VoIP'],
  ['tollFree', 'Verified, other line'],
  ['constructor', 'Verified, other line'],
  ['unknown', 'Not verified'],
  [null, 'Not verified'],
] as const)('a valid number with line type %s is: %s', (lineType, check) => {
  expect(toPhoneCheck({ isValid: true, lineType })).toBe(check);
});

test('a number that is not valid, or was not looked up, is not verified', () => {
  expect(toPhoneCheck({ isValid: false, lineType: 'mobile' })).toBe('Not verified');
  expect(toPhoneCheck(null)).toBe('Not verified');
});
