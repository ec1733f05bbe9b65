import { describe, expect, it } from '@jest/globals';
import { nameOf } from './unfold.js';
import { type ReadPost, readPost, sentAs } from './read-post.js';
import type { Source } from './source.js';
import { DomainError, hasCode } from '@desk/contracts';
import { genericSource } from './any.source.js';
import { asNamed, toBody } from './lead-of-post.js';
import { recognize } from './sources.js';

const read = (body: unknown, source: Source = genericSource): ReadPost =>
  readPost(source, { query: {}, body });
const textsOf = ({ fields }: ReadPost) =>
  Object.fromEntries([...fields].map(([field, { value }]) => [field, value]));

describe('readPost', () => {
  it('prefers the least nested value, and keeps the rest', () => {
    const post = read({ office: { state: 'FL' }, state: 'TX' });
    expect(textsOf(post)).toEqual({ state: 'TX' });
    expect(post.extras).toEqual([{ name: 'office.state', value: 'FL' }]);
  });

  it('accepts the same value twice, and reports two that differ', () => {
    expect(read({ phone: '(512) 555-0142', phone_home: '512-555-0142' }).conflicts).toEqual([]);
    const { conflicts } = read({ email: 'a@example.com', 'E-Mail': 'b@example.com' });
    expect(conflicts.map(({ field, value }) => [field, nameOf(value)])).toEqual([['email', 'E-Mail']]);
  });

  it('reports no difference between values that a more certain one outweighs, in any order', () => {
    const [office, branch] = [{ state: 'FL' }, { state: 'GA' }];
    for (const body of [
      { office, branch, state: 'TX' },
      { state: 'TX', office, branch },
      { office, state: 'TX', branch },
    ]) {
      const post = read(body);
      expect([textsOf(post), post.conflicts]).toEqual([{ state: 'TX' }, []]);
      expect(post.extras.map(({ name }) => name).toSorted()).toEqual(['branch.state', 'office.state']);
    }
  });

  it('names a value that differs as the sender does', () => {
    const post = read({ cell: '512-555-0142', phone: '512-555-0143' });
    let refused: unknown;
    try {
      toBody(post);
    } catch (error) {
      refused = error;
    }
    expect(hasCode(refused, 'INVALID_REQUEST') && asNamed(refused, post).fields).toEqual([
      { field: 'phone', message: 'Already given as cell' },
    ]);
    const others = new DomainError('INVALID_REQUEST', { fields: [{ field: 'state', message: 'Required' }] });
    expect(asNamed(others, read({ State: '' })).fields).toEqual([{ field: 'State', message: 'Required' }]);
  });

  it('does not mistake the name of a form for that of a person', () => {
    const post = read({ form: { name: 'Quote', type: 'popup' }, person: { name: 'Ann Lee' } });
    expect(textsOf(post)).toEqual({ full_name: 'Ann Lee' });
    expect(post.extras.map(({ name }) => name)).toEqual(['form.name', 'form.type']);
  });

  it.each([
    ['landing_page', 'landing'],
    ['ip', 'proxy'],
    ['tcpa_consent', 'Yes'],
  ])('keeps a %s of %j among the extras, because the value is not of that kind', (name, value) => {
    expect(read({ [name]: value })).toMatchObject({ fields: new Map(), extras: [{ name, value }] });
  });

  it('knows what the sender calls a field that it left empty', () => {
    const post = read({ 'ZIP / Postal Code': ' ', phone: null });
    expect(post.fields.size).toBe(0);
    expect([sentAs(post, 'zip_code'), sentAs(post, 'phone'), sentAs(post, 'email')]).toEqual([
      'ZIP / Postal Code',
      'phone',
      'email',
    ]);
  });

  it('prefers first and last name to the same full name', () => {
    expect(textsOf(read({ first_name: 'Ann', last_name: 'Lee', name: 'ann lee' }))).toEqual({
      first_name: 'Ann',
      last_name: 'Lee',
    });
    expect(textsOf(read({ first_name: 'Ann', last_name: 'Lee', name: 'Ann B. Lee' }))).toHaveProperty(
      'full_name',
    );
  });

  it('keeps at most 50 values, and none that is too long', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`a${index}`, 'x']));
    const post = read({ long: 'x'.repeat(1_001), ...many });
    expect(post.extras).toHaveLength(50);
    expect(post.dropped).toHaveLength(11);
    expect(post.dropped[0]).toBe('long');
  });

  it('keeps no secret, no test marker and no id of the post', () => {
    const source: Source = {
      ...genericSource,
      id: 'tool',
      name: 'Tool',
      secrets: ['key'],
      idempotencyKey: 'id',
      tests: [{ at: 'test', values: ['yes'] }],
    };
    expect(read({ Key: 'secret', TEST: 'Yes', id: 7 }, source)).toMatchObject({
      extras: [],
      isTest: true,
      idempotencyKey: 'tool 7',
    });
    expect(read({ id: 'x'.repeat(500) }, source).idempotencyKey?.length).toBeLessThan(100);
  });

  it('recognizes no tool by a type and a key, and reads the type as the lead type', () => {
    const body = { key: 'abc', type: 'Indexed' };
    expect(recognize({ query: {}, body })).toBe(genericSource);
    expect(textsOf(read(body))).toEqual({ lead_type: 'Indexed' });
  });

  it('reads fields that are named like members of every object', () => {
    const post = read(JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}'));
    expect(post.extras.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'toString']);
  });
});
