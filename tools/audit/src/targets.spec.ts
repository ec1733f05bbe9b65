import { expect, test } from '@jest/globals';
import { missed, type PageFigures } from './targets.js';

const good: PageFigures = {
  path: '/',
  cpuSlowdown: 4,
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  layoutShift: 0.02,
  scriptKb: 130,
  largestPaintMs: 1_500,
  blockingMs: 40,
};

test('a page on the line passes, and each miss is named', () => {
  expect(missed(good)).toEqual([]);
  expect(missed({ ...good, performance: 97, seo: 99, layoutShift: 0.021, scriptKb: 130.1 })).toEqual([
    'performance',
    'seo',
    'layoutShift',
    'scriptKb',
  ]);
});
