import { describe, expect, it } from '@jest/globals';
import { person } from './persons.js';

describe('the persons of a run', () => {
  it('share no address and no number, and have valid ones', () => {
    const people = Array.from({ length: 5_000 }, (_, n) => person(n + 1));
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
    expect(new Set(people.map(({ phone }) => phone)).size).toBe(people.length);
    for (const { phone } of people) expect(phone).toMatch(/^\+1[2-9]\d{2}[2-9]\d{6}$/);
  });
});
