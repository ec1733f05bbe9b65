import type { Mapping, MappingRule, PostedFieldName } from '@desk/contracts';
import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { toLead } from '../ingest/to-lead.js';
import { toBody } from './lead-of-post.js';
import { type ReadPost, readPost, sentAs } from './read-post.js';
import { genericSource } from './any.source.js';

const rule = (field: PostedFieldName, from: string[], over: Partial<MappingRule> = {}): MappingRule => ({
  field,
  from,
  constant: null,
  values: [],
  isDayFirst: false,
  ...over,
});
const read = (body: unknown, ...rules: MappingRule[]): ReadPost =>
  readPost(genericSource, { query: {}, body }, { rules });
const valueOf = ({ fields }: ReadPost, field: PostedFieldName): unknown => fields.get(field)?.value;

describe('a rule', () => {
  it('names a value by its path, in any case and with any separator', () => {
    const body = { kunde: { 'E-Mail': 'ann@example.com' } };
    for (const name of ['kunde.E-Mail', 'Kunde.EMail', 'kunde_e_mail'])
      expect(valueOf(read(body, rule('email', [name])), 'email')).toBe('ann@example.com');
  });

  it('names a value by the id or the label of its question', () => {
    const body = { answers: [{ id: 'q7', label: 'Wohin?', value: 'ann@example.com' }] };
    expect(valueOf(read(body, rule('email', ['q7'])), 'email')).toBe('ann@example.com');
  });

  it('joins several values, and leaves out empty ones', () => {
    const joined = rule('full_name', ['vor', 'mittel', 'nach']);
    expect(valueOf(read({ vor: 'Ann', mittel: ' ', nach: 'Lee' }, joined), 'full_name')).toBe('Ann Lee');
  });

  it('uses its constant if nothing was sent', () => {
    const constant = rule('lead_type', ['produkt'], { constant: 'Fixed Indexed' });
    expect(valueOf(read({}, constant), 'lead_type')).toBe('Fixed Indexed');
    for (const produkt of ['', '{{product}}'])
      expect(valueOf(read({ produkt }, constant), 'lead_type')).toBe('Fixed Indexed');
    expect(valueOf(read({ produkt: 'MYGA' }, constant), 'lead_type')).toBe('MYGA');
  });

  it('translates the values of the sender', () => {
    const meanings = rule('purchase_timeline', ['wann'], {
      values: [{ sent: 'Sofort', means: '0-3 months' }],
    });
    expect(valueOf(read({ wann: ' SOFORT ' }, meanings), 'purchase_timeline')).toBe('0-3 months');
    expect(valueOf(read({ wann: '6-12 months' }, meanings), 'purchase_timeline')).toBe('6-12 months');
  });

  it('reads dates that begin with the day', () => {
    const born = rule('dob', ['geburt'], { isDayFirst: true });
    expect(valueOf(read({ geburt: '18.04.1959' }, born), 'dob')).toBe('04.18.1959');
    expect(valueOf(read({ geburt: '1959-04-18' }, born), 'dob')).toBe('1959-04-18');
  });

  it('comes before the usual names, whose values become additional fields', () => {
    const post = read({ email: 'old@example.com', kontakt: 'ann@example.com' }, rule('email', ['kontakt']));
    expect(valueOf(post, 'email')).toBe('ann@example.com');
    expect(post.extras).toEqual([{ name: 'email', value: 'old@example.com' }]);
    expect(post.values.map(({ field }) => field)).toEqual([null, 'email']);
    expect(sentAs(post, 'email')).toBe('kontakt');
  });

  it('names an empty value as the sender does', () => {
    expect(sentAs(read({ kontakt: '' }, rule('email', ['kontakt'])), 'email')).toBe('kontakt');
  });

  it('keeps numbers, so that a ZIP code gets its zero back', () => {
    expect(valueOf(read({ plz: 2138 }, rule('zip_code', ['plz'])), 'zip_code')).toBe(2138);
  });
});

const TODAY = new Date('2026-11-26T12:00:00Z');
const canonical = {
  first_name: 'José',
  last_name: 'O’Brien',
  email: 'jose.obrien@example.com',
  phone: '(512) 555-0143',
  state: 'Texas',
  zip_code: '78701',
  dob: '1958-04-12',
  estimated_assets: '$250,000-$500,000',
  purchase_timeline: '0-3 months',
  lead_type: 'Indexed Annuity',
} as const;
const fields = Object.keys(canonical) as (keyof typeof canonical)[];
const plain = toLead(canonical, TODAY);

/** Puts a value under a path, in objects or in a list of named values. */
function nest(path: readonly string[], value: unknown, isList: boolean): unknown {
  const [last = '', ...outer] = [...path].reverse();
  const inner: unknown = isList ? { list: [{ name: last, value }] } : { [last]: value };
  return outer.reduce<unknown>((wrapped, key) => ({ [key]: wrapped }), inner);
}

test('reads the same lead from any field names and nesting', () => {
  const key = fc.stringMatching(/^[a-z]{3,8}$/);
  const place = fc.record({
    outer: fc.array(key, { maxLength: 3 }),
    isList: fc.boolean(),
    isConstant: fc.boolean(),
    isMeant: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(place, { minLength: fields.length, maxLength: fields.length }), (places) => {
      const rules: Mapping['rules'] = [];
      const body: Record<string, unknown> = {};
      places.forEach(({ outer, isList, isConstant, isMeant }, index) => {
        const field = fields[index] ?? 'email';
        const name = `feld${index}`;
        const value = canonical[field];
        const path = [...outer, name];
        const sent = isMeant ? `code ${index}` : value;
        if (!isConstant) body[`group${index}`] = nest(path, sent, isList);
        rules.push(
          rule(field, [isList ? name : [`group${index}`, ...path].join('.')], {
            constant: isConstant ? value : null,
            values: isMeant ? [{ sent: `CODE ${index}`, means: value }] : [],
          }),
        );
      });
      const post = readPost(genericSource, { query: {}, body }, { rules });
      expect(toLead(toBody(post), TODAY)).toEqual(plain);
      expect(post.extras).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
