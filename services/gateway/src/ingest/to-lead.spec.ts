import { DomainError } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { toLead } from './to-lead.js';

const today = new Date('2026-11-25T12:00:00Z');
const post = {
  first_name: 'Ana',
  last_name: 'De la Cruz',
  email: 'ana@example.com',
  phone: '(512) 555-0143',
  state: 'TX',
  zip: '78701',
  age: 64,
  assets: '$250K-$500K',
  timeline: '0-3 months',
  type: 'Indexed',
};
const read = (changes: object) => toLead({ ...post, ...changes }, today);

function faultsOf(changes: object) {
  try {
    read(changes);
    return {};
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
  }
}

describe('a posted lead', () => {
  it('keeps both names as they were posted, and the full name', () => {
    expect(read({})).toMatchObject({
      fullName: 'Ana De la Cruz',
      firstName: 'Ana',
      lastName: 'De la Cruz',
    });
    const full = read({ first_name: null, last_name: undefined, name: 'Cher' });
    expect(full.fullName).toBe('Cher');
    expect(full).not.toHaveProperty('firstName');
  });

  it.each<[string, object, object]>([
    ['a phone in invisible marks', { phone: '\u202a(512) 555-0143\u202c' }, { phone: '+15125550143' }],
    ['a phone with a variation selector', { phone: '+1\ufe0d-512-555-0161' }, { phone: '+15125550161' }],
    ['a ZIP code in invisible marks', { zip: '\u200e78701\u200f' }, { zipCode: '78701' }],
    ['a new area code', { phone: '621-555-0143' }, { phone: '+16215550143' }],
    ['another new area code', { phone: '4365550143' }, { phone: '+14365550143' }],
    ['an email in angle brackets', { email: '<Ana@Example.com>' }, { email: 'ana@example.com' }],
    ['an email with a soft hyphen', { email: 'a\u00adna@example.com' }, { email: 'ana@example.com' }],
    ['a decomposed email', { email: 'jose\u0301@example.com' }, { email: 'josé@example.com' }],
    ['an email with a full stop', { email: 'ana@example.com.' }, { email: 'ana@example.com' }],
    ['an email from a mailto link', { email: 'mailto:ana@example.com,' }, { email: 'ana@example.com' }],
    ['the name of a state', { state: 'texas' }, { state: 'TX' }],
    ['a military address abroad', { state: 'AE', zip: '09012' }, { state: 'AE', zipCode: '09012' }],
    ['a person of Puerto Rico', { state: 'PR', zip: '00901', phone: '787-555-0143' }, { state: 'PR' }],
    ['a phone as a number', { phone: 5125550143 }, { phone: '+15125550143' }],
    ['a ZIP code as a number', { zip: 78701 }, { zipCode: '78701' }],
    ['a ZIP code that lost its zero', { state: 'NJ', zip: 8540 }, { zipCode: '08540' }],
    ['a long ZIP code that lost its zero', { state: 'NJ', zip: 85401234 }, { zipCode: '08540-1234' }],
    ['the year of birth as a number', { age: null, dob: 1959 }, { ageRange: '66-70' }],
    ['names in another case', { 'Sub ID': 'click-7' }, { reference: 'click-7' }],
    ['a phone under its second name', { phone: '', mobile: '5125550144' }, { phone: '+15125550144' }],
    ['a phone and an empty one', { mobile: '', 'Phone Number': null }, { phone: '+15125550143' }],
    ['a border ZIP code', { state: 'LA', zip: '71749' }, { state: 'LA' }],
    ['placeholders where nothing is required', { ip: 'undefined', tcpa_text: 'null', sub_id: '{{id}}' }, {}],
  ])('may have %s', (_what, changes, lead) => {
    expect(read(changes)).toMatchObject(lead);
    expect(read(changes).consent).toBeUndefined();
  });

  it.each<[object, string]>([
    [{ phone: '900-555-0143' }, 'phone'],
    [{ phone: '500-555-0143' }, 'phone'],
    [{ phone: '533-555-0143' }, 'phone'],
    [{ phone: '800-555-0143' }, 'phone'],
    [{ phone: '888-555-0143' }, 'phone'],
    [{ phone: '416-555-0143' }, 'phone'],
    [{ phone: '242-555-0143' }, 'phone'],
    [{ phone: '911-555-0143' }, 'phone'],
    [{ phone: '512-555-0143 x9' }, 'phone'],
    [{ phone: 555014 }, 'phone'],
    [{ phone: ['5125550143'] }, 'phone'],
    [{ email: 'a@mail.mailinator.com.' }, 'email'],
    [{ email: 'a@example..com' }, 'email'],
    [{ email: '.a@example.com' }, 'email'],
    [{ email: 'maria@x.co?bcc=evil%40evil.test&body=hello' }, 'email'],
    [{ ip: 'not-an-ip' }, 'ip'],
    [{ ip: '10.0.0.1' }, 'ip'],
    [{ landing_page: 'javascript:alert(1)' }, 'landing_page'],
    [{ page_url: 'ftp://example.com/' }, 'page_url'],
    [{ consent_at: '2026-02-30T10:00:00Z' }, 'consent_at'],
    [{ trustedForm: 'https://www.example.com/' }, 'trustedForm'],
    [{ leadid_token: 'x'.repeat(36) }, 'leadid_token'],
    [{ first_name: '\u200b' }, 'first_name'],
    [{ last_name: '\u3164' }, 'last_name'],
    [{ first_name: '{{first_name}}' }, 'first_name'],
    [{ first_name: 'Ana\ud800' }, 'first_name'],
    [{ first_name: 'Ren\ufffd' }, 'first_name'],
    [{ email: 'undefined' }, 'email'],
    [{ state: 'CA' }, 'zip'],
    [{ zip: 787 }, 'zip'],
    [{ first_name: 5 }, 'first_name'],
    [{ email: 5 }, 'email'],
    [{ zip: -78701 }, 'zip'],
    [{ assets: Number.MAX_VALUE }, 'assets'],
    [{ assets: true }, 'assets'],
    [{ age: 64.5 }, 'age'],
    [{ age: ['64'] }, 'age'],
  ])('is refused by name: %j', (changes, field) => {
    expect(Object.keys(faultsOf(changes))).toEqual([field]);
  });

  it('reads every age that is given, and takes only those that agree', () => {
    expect(read({ age: 64, dob: '1962-04-12', age_range: '61-65' }).ageRange).toBe('61-65');
    // The age was entered before the birthday.
    expect(read({ age: 60, dob: '1965-04-12', age_range: '61-65' }).ageRange).toBe('61-65');
    expect(faultsOf({ age: 30, age_range: '61-65' })).toEqual({ age: 'Age must be 55 or over' });
    expect(faultsOf({ age: 70, age_range: '61-65' })).toEqual({
      age: 'Age does not agree with the age range',
    });
    expect(faultsOf({ age: 64, dob: '1950-01-01' })).toEqual({
      dob: 'Date of birth does not agree with the age',
    });
    for (const dob of ['00000000000', '1800-01-01', '0053-04-12', '1958-02-30'])
      expect(Object.keys(faultsOf({ age: undefined, age_range: '61-65', dob }))).toEqual(['dob']);
    expect(faultsOf({ age: undefined })).toEqual({ age_range: 'Age range is required' });
  });
});
