import { expect, it } from '@jest/globals';
import { listActiveFilters } from './active-filters';
import { defaultFilters, isFiltered, type LeadFilters } from './filters';

const list = (change: Partial<LeadFilters>) => listActiveFilters({ ...defaultFilters, ...change });
const labels = (change: Partial<LeadFilters>) => list(change).map(({ label }) => label);

it('lists no search and no date: their own fields show them', () => {
  expect(list({ search: 'ann', days: '7', page: 3 })).toEqual([]);
});

it('names each filter as its field does', () => {
  const choices = {
    disposition: 'won',
    state: 'TX',
    leadType: 'MYGA',
    ageRange: '66-70',
    assetBand: '$1M+',
    reminder: 'today',
  } as const;
  const expected = [
    'Status: Won',
    'State: Texas',
    'Type: MYGA',
    'Age: 66-70',
    'Assets: $1M+',
    'Call back: Due today',
  ];
  expect(labels(choices)).toEqual(expected);
});

it.each([
  ['2026-11-01', '2026-11-30', 'Sold Nov 1 – Nov 30, 2026'],
  ['2025-12-20', '2026-01-05', 'Sold Dec 20, 2025 – Jan 5, 2026'],
  ['2026-11-01', '2026-11-01', 'Sold Nov 1, 2026'],
  ['2026-11-01', null, 'Sold Nov 1, 2026 or later'],
  [null, '2026-11-30', 'Sold Nov 30, 2026 or earlier'],
])('names the period from %j to %j', (from, to, label) => {
  expect(labels({ from, to })).toEqual([label]);
});

it('removes each filter on its own', () => {
  const filters = { ...defaultFilters, state: 'TX', from: '2026-11-01', to: '2026-11-30' } as const;
  const [state, period] = listActiveFilters(filters);
  expect(labels({ ...filters, ...state?.removal })).toEqual([period?.label]);
  expect(isFiltered({ ...filters, ...state?.removal, ...period?.removal })).toBe(false);
});
