import { describe, expect, it } from '@jest/globals';
import { defineTransitions } from './define-transitions.js';

const door = defineTransitions<'open' | 'closed' | 'removed'>('door', {
  open: ['closed'],
  closed: ['open', 'removed'],
  removed: [],
});

describe('defineTransitions', () => {
  it('returns the new state of an allowed transition', () => {
    expect(door.isAllowed('open', 'closed')).toBe(true);
    expect(door.move('open', 'closed')).toBe('closed');
  });

  it.each([
    ['open', 'removed'],
    ['open', 'open'],
    ['removed', 'open'],
  ] as const)('rejects %s → %s', (from, to) => {
    expect(door.isAllowed(from, to)).toBe(false);
    expect(() => door.move(from, to)).toThrow(`a door cannot go from '${from}' to '${to}'`);
  });
});
