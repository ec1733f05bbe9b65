import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ingestExamples } from './ingest-examples.js';
import { consentFieldEntries, otherPostedFields, postedLeadFieldEntries } from './lead-fields.js';

const document = readFileSync(join(import.meta.dirname, '../../../../docs/ingest.md'), 'utf8');

test.each(ingestExamples('https://leads.example.com', 'YOUR_KEY'))(
  'docs/ingest.md has the example in $language',
  ({ syntax, code }) => {
    expect(document).toContain(`\`\`\`${syntax}\n${code}\`\`\``);
  },
);

test('docs/ingest.md lists every field with its values and aliases', () => {
  const rows = [...postedLeadFieldEntries, ...consentFieldEntries].map(([, field]) => field);
  for (const { postedAs, aliases } of rows)
    for (const name of [postedAs, ...aliases]) expect(document).toContain(`\`${name}\``);
  for (const [name, { aliases }] of Object.entries(otherPostedFields))
    for (const posted of [name, ...aliases]) expect(document).toContain(`\`${posted}\``);
  for (const [, { oneOf = [] }] of postedLeadFieldEntries)
    if (oneOf.length <= 10) for (const value of oneOf) expect(document).toContain(value);
});
