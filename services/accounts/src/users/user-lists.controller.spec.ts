import { describe, expect, it } from '@jest/globals';
import { toSearchPatterns } from './user-lists.controller.js';

describe('toSearchPatterns', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['ada', ['%ada%']],
    [' Ada   Hill ', ['%Ada%', '%Hill%']],
    ['al', ['% al%']],
    ['100%_a\\b', ['%100\\%\\_a\\\\b%']],
    ['%', ['% \\%%']],
    ['O’Brien Smith–Lee', ['%O’Brien%', '%Smith–Lee%']],
    ['(212) 555-0101', ['%2125550101%']],
    ['+1 212 555 0101', ['%2125550101%']],
    ['555-0101', ['%555-0101%']],
  ])('turns %j into %j', (search, patterns) => {
    expect(toSearchPatterns(search)).toEqual(patterns);
  });
});
