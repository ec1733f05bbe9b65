import { describe, expect, it } from '@jest/globals';
import {
  addRule,
  assign,
  changeRule,
  emptyMapping,
  findRule,
  isSameMapping,
  tidy,
  toPreviewed,
} from './mapping-draft';

const vorname = { path: 'person.vorname', name: 'vorname' };
const nachname = { path: 'person.nachname', name: 'nachname' };

describe('a draft of a mapping', () => {
  it('maps a value to a field, and then to another field', () => {
    const first = assign(emptyMapping, vorname, 'first_name');
    expect(first.rules).toMatchObject([{ field: 'first_name', from: ['vorname'] }]);
    expect(assign(first, vorname, 'full_name').rules).toMatchObject([
      { field: 'full_name', from: ['vorname'] },
    ]);
    expect(assign(first, vorname, null)).toEqual(emptyMapping);
  });

  it('joins the values of a field', () => {
    const both = assign(assign(emptyMapping, vorname, 'full_name'), nachname, 'full_name');
    expect(both.rules).toMatchObject([{ field: 'full_name', from: ['vorname', 'nachname'] }]);
    expect(assign(both, vorname, null).rules).toMatchObject([{ from: ['nachname'] }]);
  });

  it('keeps a rule without names that has a constant', () => {
    const rule = changeRule(assign(emptyMapping, vorname, 'state'), 'state', { constant: 'TX' });
    expect(assign(rule, vorname, null).rules).toMatchObject([{ field: 'state', from: [], constant: 'TX' }]);
  });

  it('finds the rule of a value by its name or its path, in any case and with any separators', () => {
    expect(findRule(addRule(emptyMapping, 'state', ['Vor-Name']), vorname)?.field).toBe('state');
    expect(findRule(addRule(emptyMapping, 'state', ['person.vorname']), vorname)?.field).toBe('state');
    expect(findRule(addRule(emptyMapping, 'state', ['name']), vorname)).toBeUndefined();
  });

  it('leaves out what was not filled in', () => {
    const values = [
      { sent: '', means: '' },
      { sent: 'FIA', means: '' },
      { sent: 'RA', means: 'Fixed' },
    ];
    const draft = changeRule(
      addRule(addRule(emptyMapping, 'state', []), 'lead_type', ['produkt']),
      'lead_type',
      {
        constant: ' ',
        values,
      },
    );
    expect(tidy(draft).rules).toEqual([
      { field: 'lead_type', from: ['produkt'], constant: null, values: values.slice(1), isDayFirst: false },
    ]);
    expect(toPreviewed(draft).rules[0]?.values).toEqual(values.slice(2));
    expect(isSameMapping(draft, tidy(draft))).toBe(true);
  });
});
