import { describe, expect, it } from '@jest/globals';
import { defaultFilters, isFiltered, leadParams, showsNewest, toListTarget } from './filters';

const { search, days, disposition, state, assetBand, page } = leadParams;

describe('leadParams', () => {
  it('restores what it wrote', () => {
    for (const text of ['ann & bob+50%', 'TX']) expect(search.parse(search.format(text))).toBe(text);
    for (const period of ['7', '30'] as const) expect(days.parse(days.format(period))).toBe(period);
    expect(page.parse(page.format(99_999))).toBe(99_999);
    expect(disposition.parse(disposition.format('won'))).toBe('won');
    expect(state.parse(state.format('TX'))).toBe('TX');
    expect(assetBand.parse(assetBand.format('$1M+'))).toBe('$1M+');
  });

  it('ignores page numbers that the API refuses', () => {
    expect(page.parse('123456')).toBe(1);
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

describe('state', () => {
  it('offers every state by name', () => {
    const options = state.useOptions();
    expect(options).toHaveLength(60);
    expect(options.slice(0, 2)).toEqual([
      { value: 'all', label: 'All' },
      { value: 'AL', label: 'Alabama' },
    ]);
    expect(options.filter(({ value, label }) => value === label)).toEqual([]);
  });
});

describe('isFiltered', () => {
  it('is true for each filter alone', () => {
    const filters = { search: 'a', days: '7', from: '2026-11-01', to: '2026-11-01' } as const;
    const choices = {
      disposition: 'new',
      state: 'TX',
      leadType: 'Fixed',
      ageRange: '76+',
      assetBand: '$1M+',
      reminder: 'today',
    };
    for (const [name, value] of Object.entries({ ...filters, ...choices }))
      expect([name, isFiltered({ ...defaultFilters, [name]: value })]).toEqual([name, true]);
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

it('toListTarget keeps a search in the fragment, which is not sent', () => {
  const filters = { ...defaultFilters, search: 'ada', state: 'TX', reminder: 'due', page: 2 } as const;
  expect(toListTarget(filters)).toEqual({
    pathname: '/dashboard',
    search: '?state=TX&reminder=due&page=2',
    hash: '#search=ada',
  });
  expect(toListTarget(defaultFilters)).toEqual({ pathname: '/dashboard', search: '', hash: '' });
});
