import { describe, expect, it } from '@jest/globals';
import { defaultFilters, isFiltered, parseFilters, showsNewest, toQuery } from './filters';

const parse = (query: string) => parseFilters(new URLSearchParams(query));

describe('parseFilters', () => {
  it('restores what toQuery wrote', () => {
    for (const filters of [
      defaultFilters,
      { search: 'ann & bob+50%', days: '7', page: 3 },
      { search: '', days: '30', page: 1 },
      { search: 'TX', days: null, page: 99_999 },
    ] as const)
      expect(parse(toQuery(filters))).toEqual(filters);
  });

  it('needs no default values', () => {
    expect(toQuery(defaultFilters)).toBe('');
    expect(toQuery({ search: '', days: '14', page: 2 })).toBe('?days=14&page=2');
    expect(toQuery({ search: 'ann', days: null })).toBe('?search=ann');
  });

  it.each([
    ['days=2', defaultFilters],
    ['days=constructor', defaultFilters],
    ['days=', defaultFilters],
    ['page=0', defaultFilters],
    ['page=-1', defaultFilters],
    ['page=1.5', defaultFilters],
    ['page=123456', defaultFilters],
    ['page=two', defaultFilters],
    ['search=%20%20', defaultFilters],
    ['other=1', defaultFilters],
    ['search=%20ann%20', { ...defaultFilters, search: 'ann' }],
  ])('reads %p', (query, filters) => {
    expect(parse(query)).toEqual(filters);
  });

  it('shortens a search to the length the API accepts', () => {
    expect(parse(`search=${'a'.repeat(300)}`).search).toHaveLength(200);
    expect(parse(`search=${'a'.repeat(199)}%20b`).search).toBe('a'.repeat(199));
  });
});

describe('showsNewest', () => {
  it('is true only for the first page without filters', () => {
    expect(showsNewest(defaultFilters)).toBe(true);
    expect(showsNewest({ ...defaultFilters, page: 2 })).toBe(false);
    expect(showsNewest({ ...defaultFilters, days: '30' })).toBe(false);
    expect(showsNewest({ ...defaultFilters, search: 'a' })).toBe(false);
    expect(isFiltered({ ...defaultFilters, page: 2 })).toBe(false);
  });
});
