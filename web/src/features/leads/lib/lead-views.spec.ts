import { expect, it } from '@jest/globals';
import { defaultFilters } from './filters';
import { findView, fromViewFilters, toViewFilters } from './lead-views';

const filters = { ...defaultFilters, search: 'ada', state: 'TX', from: '2026-03-01', page: 3 } as const;
const saved = { search: 'ada', state: 'TX', from: '2026-03-01' } as const;
const view = { id: '0191e1a0-0000-7000-8000-000000000001', name: 'Hot Texas', filters: saved };

it('keeps the filters that are set, without the page', () => {
  expect(toViewFilters(filters)).toEqual(saved);
  expect(toViewFilters(defaultFilters)).toEqual({});
});

it('restores the filters on the first page', () => {
  expect(fromViewFilters(saved)).toEqual({ ...filters, page: 1 });
});

it('finds the view with the current filters, on any page', () => {
  expect(findView([view], filters)).toBe(view);
  expect(findView([view], { ...filters, disposition: 'new' })).toBeUndefined();
  expect(findView([view], defaultFilters)).toBeUndefined();
});
