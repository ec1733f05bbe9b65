import { expect, it } from '@jest/globals';
import { recoveryCode } from './second-factors.schemas.js';

it.each([
  'abcd-efgh-jkmn-pqrs',
  ' ABCD efgh JKMN pqrs ',
  'abcdefghjkmnpqrs',
  'abcd-efgh-jkmn-pqrs-tuvw-2345',
  'ABCD EFGH JKMN PQRS TUVW 2345',
])('accepts %j', (code) => {
  expect(recoveryCode().isValidSync(code)).toBe(true);
});

it.each([
  'abcd-efgh-jkmn-pqr',
  'abcd-efgh-jkmn-pqrs-tuvw',
  'abcd-efgh-jkmn-pqrs-tuvw-23456',
  'äbcd-efgh-jkmn-pqrs',
])('rejects %j', (code) => {
  expect(recoveryCode().isValidSync(code)).toBe(false);
});
