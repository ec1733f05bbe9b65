import { describe, expect, it } from '@jest/globals';
import {
  compareAmounts,
  compareCounts,
  describeArrivals,
  describeContactSpeed,
  describeConversion,
  describeLargest,
  describeReturn,
  formatReturn,
  getCostPerWon,
} from './sentences';

it('compares counts and amounts in words', () => {
  expect(compareCounts(42, 33)).toBe('9 more than');
  expect(compareCounts(0, 1_204)).toBe('1,204 fewer than');
  expect(compareCounts(3, 3)).toBe('as many as');
  expect(compareAmounts(336_000, 264_000)).toBe('$720 more than');
  expect(compareAmounts(0, 8_050)).toBe('$80.50 less than');
  expect(compareAmounts(0, 0)).toBe('as much as');
});

it('getCostPerWon divides what was spent, in whole cents', () => {
  expect(getCostPerWon(336_000, 5)).toBe(67_200);
  expect(getCostPerWon(10_000, 3)).toBe(3_333);
  expect(getCostPerWon(0, 2)).toBe(0);
  expect(getCostPerWon(8_000, 0)).toBeNull();
});

it('describes the return on what was spent', () => {
  expect(formatReturn(864_000)).toBe('$8,640');
  expect(formatReturn(-8_050)).toBe('-$80.50');
  expect(describeReturn(150_000, 8_000)).toBe('18.8 times what you spent');
  expect(describeReturn(4_000, 8_000)).toBe('0.5 times what you spent');
  expect(describeReturn(150_000, 0)).toBeUndefined();
});

describe('describeLargest', () => {
  const describeCounts = (...counts: number[]) =>
    describeLargest(counts.map((leads, index) => ({ leads, label: ['Texas', 'Ohio', 'Utah'][index] ?? '' })));

  it('names the largest', () => {
    expect(describeCounts(12, 30)).toBe('Ohio has the most leads: 30 of 42.');
  });

  it('returns a shorter sentence if all leads, or the only one, have the same label', () => {
    expect(describeCounts(5, 0)).toBe('All 5 leads: Texas.');
    expect(describeCounts(0, 1)).toBe('The only lead: Ohio.');
  });

  it('names the first one in a tie, and how many others have as many', () => {
    expect(describeCounts(4, 4, 1)).toBe('Texas and 1 other have the most leads: 4 of 9 each.');
  });

  it('says that there are none', () => {
    expect(describeCounts()).toBe('No leads.');
    expect(describeCounts(0, 0)).toBe('No leads.');
  });
});

describe('describeArrivals', () => {
  it('names the weekday and the hour with the most leads', () => {
    expect(
      describeArrivals([
        { weekday: 2, hour: 9, leads: 3 },
        { weekday: 2, hour: 14, leads: 3 },
        { weekday: 5, hour: 14, leads: 4 },
      ]),
    ).toBe('The most leads came on Tuesdays (6 of 10) and between 2 PM and 3 PM (7).');
  });

  it('describes a single lead in the last hour of the day, and no leads', () => {
    expect(describeArrivals([{ weekday: 7, hour: 23, leads: 1 }])).toBe(
      'The only lead came on a Sunday, between 11 PM and 12 AM.',
    );
    expect(describeArrivals([])).toBe('No leads.');
  });
});

it('describeConversion returns the leads won and the cost per won client', () => {
  expect(describeConversion(42, 5, 336_000)).toBe('5 of 42 leads won (12%), at $672 per won client.');
  expect(describeConversion(1, 0, 8_000)).toBe('None of 1 lead won yet.');
});

it('describeContactSpeed compares the medians that are known', () => {
  expect(describeContactSpeed(720_000, 1_500_000)).toBe(
    'You contact half of your leads within 12 min. Across all agents, it takes 25 min.',
  );
  expect(describeContactSpeed(720_000, null)).toBe('You contact half of your leads within 12 min.');
  expect(describeContactSpeed(null, 1_500_000)).toContain("haven't changed the status");
});
