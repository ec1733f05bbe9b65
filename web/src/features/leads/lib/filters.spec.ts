import { describe, expect, it } from '@jest/globals';
import { isFiltered, isNewest, newest, readFilters, toQuery } from './filters';

const read = (address: string) => readFilters(new URLSearchParams(address));

describe('the filters of an address', () => {
  it('are read as they were written', () => {
    for (const filters of [
      newest,
      { search: 'ann & bob+50%', days: '7', page: 3 },
      { search: '', days: '30', page: 1 },
      { search: 'TX', days: null, page: 99_999 },
    ] as const)
      expect(read(toQuery(filters))).toEqual(filters);
  });

  it('leave the address short', () => {
    expect(toQuery(newest)).toBe('');
    expect(toQuery({ search: '', days: '14', page: 2 })).toBe('?days=14&page=2');
    expect(toQuery({ search: 'ann', days: null })).toBe('?search=ann');
  });

  it.each([
    ['days=2', newest],
    ['days=constructor', newest],
    ['days=', newest],
    ['page=0', newest],
    ['page=-1', newest],
    ['page=1.5', newest],
    ['page=123456', newest],
    ['page=two', newest],
    ['search=%20%20', newest],
    ['other=1', newest],
    ['search=%20ann%20', { ...newest, search: 'ann' }],
  ])('%p is made sense of', (address, filters) => {
    expect(read(address)).toEqual(filters);
  });

  it('keep a search within what the server takes', () => {
    expect(read(`search=${'a'.repeat(300)}`).search).toHaveLength(200);
    expect(read(`search=${'a'.repeat(199)}%20b`).search).toBe('a'.repeat(199));
  });
});

describe('the newest leads', () => {
  it('are shown only on the first page without a filter', () => {
    expect(isNewest(newest)).toBe(true);
    expect(isNewest({ ...newest, page: 2 })).toBe(false);
    expect(isNewest({ ...newest, days: '30' })).toBe(false);
    expect(isNewest({ ...newest, search: 'a' })).toBe(false);
    expect(isFiltered({ ...newest, page: 2 })).toBe(false);
  });
});
