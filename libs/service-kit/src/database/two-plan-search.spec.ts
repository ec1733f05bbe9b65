import { expect, it, jest } from '@jest/globals';
import { searchWithTwoPlans } from './two-plan-search.js';

it('reads the index only if the first rows of the list do not fill the page', async () => {
  const searchIndex = jest.fn(() => Promise.resolve([7, 8]));
  const search = (scanned: number[]) =>
    searchWithTwoPlans({ limit: 2, scanInOrder: () => Promise.resolve(scanned), searchIndex });
  expect(await search([1, 2])).toEqual([1, 2]);
  expect(searchIndex).not.toHaveBeenCalled();
  expect(await search([1])).toEqual([7, 8]);
});
