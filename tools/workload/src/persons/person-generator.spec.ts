import { describe, expect, it } from '@jest/globals';
import { areaCodesByState, type Person, PersonGenerator } from './person-generator.js';

function persons(seed: string, count: number): Person[] {
  const generator = new PersonGenerator(seed);
  return Array.from({ length: count }, () => generator.next());
}

describe('PersonGenerator', () => {
  it('yields the same persons for the same seed', () => {
    expect(persons('a', 20)).toEqual(persons('a', 20));
  });

  it('yields other emails and phone numbers for another seed', () => {
    const emails = new Set(persons('a', 100).map(({ email }) => email));
    expect(persons('b', 100).filter(({ email }) => emails.has(email))).toEqual([]);
    expect(persons('b', 1)[0]!.phone).not.toBe(persons('a', 1)[0]!.phone);
  });

  it('never repeats a phone number or email within a seed', () => {
    const many = persons('many', 20_000);
    expect(new Set(many.map(({ phone }) => phone)).size).toBe(many.length);
    expect(new Set(many.map(({ email }) => email)).size).toBe(many.length);
  });

  it('yields only phone numbers and emails that reach nobody, in the state of the person', () => {
    for (const { phone, state, zip, email, ageYears } of persons('x', 2_000)) {
      expect(phone).toMatch(/^[2-9]\d{2}555\d{4}$/);
      expect(phone).not.toMatch(/5551212$/);
      expect(email).toMatch(/^[a-z.]+\d+@example\.com$/);
      const areaCodes: readonly string[] = areaCodesByState[state as keyof typeof areaCodesByState];
      expect(areaCodes).toContain(phone.slice(0, 3));
      expect(zip).toMatch(/^\d{5}$/);
      expect(ageYears).toBeGreaterThanOrEqual(55);
    }
  });
});
