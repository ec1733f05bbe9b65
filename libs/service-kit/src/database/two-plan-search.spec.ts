import { expect, test } from '@jest/globals';
import { searchWithTwoPlans, type TwoPlanSearch } from './two-plan-search.js';

function recordedSearch(options: {
  estimate?: number;
  scanned: number[];
  reachedEnd?: boolean;
}): TwoPlanSearch<number> & { steps: string[] } {
  const steps: string[] = [];
  const step =
    <T>(name: string, result: T) =>
    () => {
      steps.push(name);
      return Promise.resolve(result);
    };
  return {
    steps,
    limit: 2,
    ...(options.estimate === undefined ? {} : { estimateMatches: step('estimate', options.estimate) }),
    scanInOrder: step('scan', options.scanned),
    ...(options.reachedEnd === undefined ? {} : { scanReachedEnd: step('end?', options.reachedEnd) }),
    searchIndex: step('index', [7, 8]),
  };
}

test.each([
  ['reads rare terms from the index', { estimate: 2_000, scanned: [1, 2] }, ['estimate', 'index'], [7, 8]],
  [
    'fills the page from the list for common terms',
    { estimate: 2_001, scanned: [1, 2] },
    ['estimate', 'scan'],
    [1, 2],
  ],
  [
    'falls back to the index after a short scan',
    { estimate: 9_999, scanned: [1] },
    ['estimate', 'scan', 'index'],
    [7, 8],
  ],
  ['accepts a short scan that reached the end', { scanned: [1], reachedEnd: true }, ['scan', 'end?'], [1]],
  [
    'falls back when rows were left unscanned',
    { scanned: [1], reachedEnd: false },
    ['scan', 'end?', 'index'],
    [7, 8],
  ],
])('%s', async (_title, options, steps, rows) => {
  const search = recordedSearch(options);
  expect(await searchWithTwoPlans(search)).toEqual(rows);
  expect(search.steps).toEqual(steps);
});
