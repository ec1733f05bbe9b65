import { DomainError } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toLead } from './to-lead.js';

const today = new Date('2026-11-25T12:00:00Z');
const post: Readonly<Record<string, string>> = {
  first_name: 'José',
  last_name: 'O’Brien-Nuñez',
  email: 'jose.obrien@example.com',
  phone: '(512) 555-0143',
  state: 'Texas',
  zip_code: '78701-1234',
  dob: 'April 12, 1958',
  age: '68',
  age_range: '66-70',
  estimated_assets: '$250,000-$500,000',
  purchase_timeline: '0-3 months',
  lead_type: 'Indexed Annuity',
  trustedform_cert_url: 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567',
  jornaya_leadid: 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890',
  landing_page_url: 'https://www.example.com/annuity?a=1',
  ip_address: '203.0.113.7',
  tcpa_text: 'I agree that an agent may call me.',
  consent_at: '2026-01-05T14:02:41Z',
  reference: 'click 7',
};
const fields = Object.keys(post);
const plain = toLead(post, today);
const aField = fc.constantFrom(...fields);

/** The lead, or the names of the refused fields. */
function readLead(posted: Readonly<Record<string, string>>): unknown {
  try {
    return toLead(posted, today);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.fields.map(({ field }) => field);
  }
}
const read = (changes: Readonly<Record<string, string>>) => readLead({ ...post, ...changes });
const insert = (text: string, at: number, part: string): string => {
  const place = Math.floor(at * (text.length + 1));
  return text.slice(0, place) + part + text.slice(place);
};

const invisible = fc.constantFrom(
  ...Array.from(
    '\u00AD\u034F\u061C\u180E\u200B\u200C\u200D\u200E\u200F\u202A\u202C\u202E\u2060\u2066\u2069\u3164\uFE0F\uFEFF\u2800',
  ),
);
test('an invisible character anywhere in a value changes nothing', () => {
  fc.assert(
    fc.property(aField, fc.double({ min: 0, max: 0.999, noNaN: true }), invisible, (field, at, part) => {
      expect(read({ [field]: insert(post[field] ?? '', at, part) })).toEqual(plain);
    }),
    { numRuns: 2_000 },
  );
});

test('a value in any normal form is read as the plain one', () => {
  for (const field of fields)
    for (const form of ['NFC', 'NFD'] as const)
      expect(read({ [field]: post[field]?.normalize(form) ?? '' })).toEqual(plain);
});

const placeholder = fc.constantFrom(
  ...[
    'undefined',
    'null',
    'NaN',
    'n/a',
    '-',
    '--',
    '{{field}}',
    '${field}',
    '[field]',
    '%field%',
    '[object Object]',
    ' ',
  ],
);
test('a placeholder is read as no value', () => {
  fc.assert(
    fc.property(aField, placeholder, (field, text) => {
      const { [field]: _, ...others } = post;
      expect(read({ [field]: text })).toEqual(readLead(others));
    }),
    { numRuns: 500 },
  );
});

const meaningless = fc.constantFrom(
  '\uD800',
  '\uDFFF',
  '\uFFFD',
  '\0',
  '\x07',
  '\x1B',
  '\x9F',
  '\uE000',
  '\uFFFF',
);
test('what no person types is refused by name, or left out', () => {
  fc.assert(
    fc.property(aField, fc.double({ min: 0, max: 0.999, noNaN: true }), meaningless, (field, at, part) => {
      expect([[field], plain]).toContainEqual(read({ [field]: insert(post[field] ?? '', at, part) }));
    }),
    { numRuns: 1_000 },
  );
});
