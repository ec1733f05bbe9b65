import { expect, test } from '@jest/globals';
import { identifyingLeadFields, leadFieldEntries, postedFields, toNameParts } from './lead-fields.js';

test('no posted name belongs to two fields', () => {
  const names: readonly string[] = postedFields.flatMap(([name, aliases]) => [name, ...aliases]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every field has a list of values or a maximum length', () => {
  const unlimited = leadFieldEntries.filter(([, { oneOf, maxLength }]) => !oneOf && !maxLength);
  expect(unlimited).toEqual([]);
});

test('the fields that identify a person do not include those with a list of values', () => {
  expect(identifyingLeadFields.map(([name]) => name)).toEqual([
    'fullName',
    'firstName',
    'lastName',
    'email',
    'phone',
    'zipCode',
  ]);
});

test.each([
  [{ fullName: 'Ana De la Cruz', firstName: 'Ana', lastName: 'De la Cruz' }, 'Ana', 'De la Cruz'],
  [{ fullName: 'Mary Ann Smith', firstName: 'Mary Ann', lastName: 'Smith' }, 'Mary Ann', 'Smith'],
  [{ fullName: 'Margaret Ann Ellison' }, 'Margaret Ann', 'Ellison'],
  [{ fullName: 'Ana De la Cruz', firstName: 'Ana' }, 'Ana De la', 'Cruz'],
  [{ fullName: '  Cher ' }, 'Cher', ''],
])('finds the parts of the name %j', (lead, firstName, lastName) => {
  expect(toNameParts(lead)).toEqual({ firstName, lastName });
});
