import { describe, expect, it } from '@jest/globals';
import { checkCoverage } from './handlers.js';

describe('checkCoverage', () => {
  it('accepts exactly the expected handlers in any order', () => {
    expect(() => checkCoverage('billing', ['a', 'b'], ['b', 'a'])).not.toThrow();
  });

  it('reports all problems at once, each once', () => {
    expect(() => checkCoverage('billing', ['a', 'b', 'c'], ['b', 'b', 'b', 'x'])).toThrow(
      /^billing: no handler for 'a'; no handler for 'c'; more than one handler for 'b'; 'x' is not a message for this service$/,
    );
  });
});
