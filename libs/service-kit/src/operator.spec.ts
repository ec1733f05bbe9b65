import { userInfo } from 'node:os';
import { expect, it } from '@jest/globals';
import { readOperator } from './operator.js';

it.each([
  [{ DESK_OPERATOR: 'ada', SUDO_USER: 'grace' }, 'ada'],
  [{ DESK_OPERATOR: '', SUDO_USER: 'grace', USER: 'root' }, 'grace'],
  [{ USER: 'someone else' }, userInfo().username],
  [{ DESK_OPERATOR: 'ada\u0000\nlovelace' }, 'ada lovelace'],
  [{ DESK_OPERATOR: 'a'.repeat(101) }, 'a'.repeat(100)],
])('reads the operator from %j', (env, operator) => {
  expect(readOperator(env)).toBe(operator);
});
