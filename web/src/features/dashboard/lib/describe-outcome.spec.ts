import { expect, it } from '@jest/globals';
import { countMatching } from './describe-outcome';

it('counts leads that match the filters, including those that other agents got', () => {
  expect(
    countMatching([
      { outcome: 'yours', count: 2 },
      { outcome: 'states', count: 30 },
      { outcome: 'ageRanges', count: 4 },
      { outcome: 'others', count: 5 },
    ]),
  ).toBe(7);
});
