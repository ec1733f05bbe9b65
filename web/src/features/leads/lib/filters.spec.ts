import { describe, expect, it } from '@jest/globals';
import { defaultFilters, isFiltered, leadParams, showsNewest } from './filters';

const { search, days, page } = leadParams;

describe('leadParams', () => {
  it('restores what it wrote', () => {
    for (const text of ['ann & bob+50%', 'TX']) expect(search.parse(search.format(text))).toBe(text);
    for (const period of ['7', '30'] as const) expect(days.parse(days.format(period))).toBe(period);
    expect(page.parse(page.format(99_999))).toBe(99_999);
  });

  it('leaves default values out of the URL', () => {
    expect([search.format(''), days.format(null), page.format(1)]).toEqual([null, null, null]);
  });

  it('ignores invalid values', () => {
    for (const text of ['2', 'constructor', '']) expect(days.parse(text)).toBeNull();
    for (const text of ['0', '-1', '1.5', '123456', 'two']) expect(page.parse(text)).toBe(1);
  });

  it('trims a search', () => {
    expect(search.parse(' ann ')).toBe('ann');
    expect(search.parse('  ')).toBe('');
  });

  it('shortens a search to the length the API accepts', () => {
    expect(search.parse('a'.repeat(300))).toHaveLength(200);
    expect(search.parse(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
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
