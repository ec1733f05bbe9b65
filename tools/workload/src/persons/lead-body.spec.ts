import { describe, expect, it } from '@jest/globals';
import { postedLeadFieldEntries } from '@desk/contracts';
import { leadBody } from './lead-body.js';
import { PersonGenerator } from './person-generator.js';

const person = new PersonGenerator('lead body').next();

describe('leadBody', () => {
  it('posts every lead field under its documented name', () => {
    expect(Object.keys(leadBody(person))).toEqual(
      postedLeadFieldEntries.filter(([, { isNamePart }]) => !isNamePart).map(([, { postedAs }]) => postedAs),
    );
  });

  it('posts an alias, or what the funnel sends instead', () => {
    const body = leadBody(person, {
      nameIndex: 1,
      replacements: { ageRange: ({ ageYears }) => ({ age: ageYears }) },
    });
    expect(body).toMatchObject({ email_address: person.email, age: person.ageYears });
    expect(body).not.toHaveProperty('email');
    expect(body).not.toHaveProperty('ageRange');
  });
});
