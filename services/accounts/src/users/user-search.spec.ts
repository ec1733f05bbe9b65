import { describe, expect, it } from '@jest/globals';
import { searchPatterns } from './user-search.js';

describe('a search for users', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['ada', ['%ada%']],
    [' Ada   Hill ', ['%Ada%', '%Hill%']],
    ['al', ['% al%']],
    ['100%_a\\b', ['%100\\%\\_a\\\\b%']],
    ['%', ['% \\%%']],
  ])('%j looks for %j', (search, patterns) => {
    expect(searchPatterns(search)).toEqual(patterns);
  });
});
