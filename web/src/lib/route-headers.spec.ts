import { expect, it } from '@jest/globals';
import { parseNextLink } from './route-headers';

const cursor = '2026-01-05T14:30:00.003Z,0191e1a0-0000-7000-8000-000000000003';
const url = `/api/admin/payments?pageSize=25&before=${encodeURIComponent(cursor)}`;

it('finds the next page by its relation', () => {
  expect(parseNextLink(`<${url}>; rel="next"`, 'before')).toBe(cursor);
  expect(parseNextLink(`</first>; rel="first", <${url}>; rel=next`, 'before')).toBe(cursor);
});

it('returns null without a next page', () => {
  expect(parseNextLink(null, 'before')).toBeNull();
  expect(parseNextLink('</x?before=1>; rel="prev"', 'before')).toBeNull();
  expect(parseNextLink('</x?page=2>; rel="next"', 'before')).toBeNull();
});
