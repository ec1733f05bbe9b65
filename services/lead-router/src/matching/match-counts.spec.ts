import { describe, expect, it } from '@jest/globals';
import { addUp, countMatches, firstMismatch } from './match-counts.js';

const lead = { state: 'FL', leadType: 'Fixed', estimatedAssets: '$1M+', ageRange: '76+' };
const all = { states: [], leadTypes: [], assetBands: [], ageRanges: [] };

describe('firstMismatch', () => {
  it('finds none in empty lists, nor in lists with the value', () => {
    expect(firstMismatch(all, lead)).toBeNull();
    expect(firstMismatch({ ...all, states: ['TX', 'FL'], ageRanges: ['76+'] }, lead)).toBeNull();
  });

  it('finds the first list without the value', () => {
    expect(firstMismatch({ ...all, states: ['TX'], leadTypes: ['MYGA'] }, lead)).toBe('states');
    expect(firstMismatch({ ...all, assetBands: ['$500K-$1M'] }, lead)).toBe('assetBands');
  });
});

it('counts received and matching leads', () => {
  const classes = [
    { ...lead, count: 3 },
    { ...lead, state: 'TX', count: 4 },
  ];
  expect(countMatches(all, classes)).toEqual({ received: 7, matching: 7 });
  expect(countMatches({ ...all, states: ['TX'] }, classes)).toEqual({ received: 7, matching: 4 });
});

it('adds up the counts of leads that are alike', () => {
  const texan = { ...lead, state: 'TX', count: 4 };
  expect(addUp([{ ...lead, count: 3 }, texan, { ...lead, count: 2 }])).toEqual([
    { ...lead, count: 5 },
    texan,
  ]);
});
