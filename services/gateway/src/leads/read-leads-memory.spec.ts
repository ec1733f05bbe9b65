import { describe, expect, it } from '@jest/globals';
import { ReadLeadsMemory } from './bulk-reads.js';

describe('the memory of read leads', () => {
  it('counts a lead once within the window, and again after it', () => {
    const memory = new ReadLeadsMemory(1_000, 10);
    expect(memory.count('ada', ['a', 'b'], 9, 0)).toBe(2);
    expect(memory.count('ada', ['b', 'c'], 9, 500)).toBe(3);
    expect(memory.count('ada', ['c'], 9, 500)).toBe(0);
    expect(memory.count('bob', ['b'], 9, 500)).toBe(1);
    expect(memory.count('ada', ['a'], 9, 1_000)).toBe(2);
  });

  it('does not remember what is refused', () => {
    const memory = new ReadLeadsMemory(1_000, 10);
    expect(memory.count('ada', ['a', 'b'], 2, 0)).toBe(2);
    expect(memory.count('ada', ['c'], 2, 1)).toBe(3);
    expect(memory.count('ada', ['c'], 2, 1)).toBe(3);
    expect(memory.count('ada', ['a', 'b'], 2, 1)).toBe(0);
  });

  it('remembers at most the given number of leads of a user', () => {
    const memory = new ReadLeadsMemory(1_000, 3);
    expect(memory.count('ada', ['a', 'b', 'c', 'd', 'e'], 9, 0)).toBe(5);
    expect(memory.count('ada', ['e'], 9, 1)).toBe(4);
  });
});
