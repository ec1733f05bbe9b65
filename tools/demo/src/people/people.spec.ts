import { describe, expect, it } from '@jest/globals';
import { PEOPLE_PER_SEED, personOf } from './people.js';
import { places } from './places.js';

describe('people', () => {
  it('are the same for the same seed and others for another', () => {
    expect(personOf('a', 7)).toEqual(personOf('a', 7));
    expect(personOf('b', 7).email).not.toBe(personOf('a', 7).email);
    expect(personOf('b', 7).phone).not.toBe(personOf('a', 7).phone);
  });

  it('share neither telephone nor mailbox within a seed', () => {
    const people = Array.from({ length: 5_000 }, (_, index) => personOf('many', index * 59));
    expect(new Set(people.map(({ phone }) => phone)).size).toBe(5_000);
    expect(new Set(people.map(({ email }) => email)).size).toBe(5_000);
    expect(5_000 * 59).toBeLessThan(PEOPLE_PER_SEED);
  });

  it('have numbers that nobody answers, of the place where they live', () => {
    for (let index = 0; index < 2_000; index += 1) {
      const { phone, state, zip, email, age } = personOf('x', index * 137);
      expect(phone).toMatch(/^[2-9]\d{2}555\d{4}$/);
      expect(phone).not.toMatch(/5551212$/);
      expect(email).toMatch(/^[a-z.]+\d+@example\.com$/);
      const place = places.find((one) => one.state === state && one.areaCodes.includes(phone.slice(0, 3)));
      expect(place).toBeDefined();
      expect(places.some((one) => one.state === state && zip.startsWith(one.zip))).toBe(true);
      expect(zip).toMatch(/^\d{5}$/);
      expect(age).toBeGreaterThanOrEqual(55);
    }
  });
});
