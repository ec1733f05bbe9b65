import { expect, test } from '@jest/globals';
import {
  consentFieldEntries,
  identifyingLeadFields,
  leadFieldEntries,
  otherPostedFields,
} from './lead-fields.js';

const postedNames = [
  ...[...leadFieldEntries, ...consentFieldEntries].flatMap(([, { postedAs, aliases }]) => [
    postedAs,
    ...aliases,
  ]),
  ...Object.entries(otherPostedFields).flatMap(([name, { aliases }]) => [name, ...aliases]),
];

test('no posted name stands for two fields', () => {
  expect(postedNames.filter((name, index) => postedNames.indexOf(name) !== index)).toEqual([]);
});

test('every field has a list of values or a maximum length', () => {
  const unlimited = leadFieldEntries.filter(([, { oneOf, maxLength }]) => !oneOf && !maxLength);
  expect(unlimited).toEqual([]);
});

test('the fields that identify a person do not include those with a list of values', () => {
  expect(identifyingLeadFields.map(([name]) => name)).toEqual(['fullName', 'email', 'phone', 'zipCode']);
});
