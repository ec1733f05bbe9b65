import { expect, test } from '@jest/globals';
import { findMissedTargets, type PageMeasurements } from './targets.js';

const good: PageMeasurements = {
  path: '/',
  cpuSlowdown: 4,
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  layoutShift: 0.02,
  scriptKb: 140,
  largestPaintMs: 2_000,
  blockingMs: 40,
};

test('accepts a page that meets every target exactly and names each missed target', () => {
  expect(findMissedTargets(good)).toEqual([]);
  expect(
    findMissedTargets({
      ...good,
      performance: 97,
      seo: 99,
      layoutShift: 0.021,
      scriptKb: 140.1,
      largestPaintMs: 2_001,
    }),
  ).toEqual(['performance', 'seo', 'layoutShift', 'scriptKb', 'largestPaintMs']);
});
