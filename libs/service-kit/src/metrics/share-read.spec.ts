import { expect, it } from '@jest/globals';
import { shareRead } from './share-read.js';

it('shares one read among callers at the same time, and reads again for later ones', async () => {
  let reads = 0;
  const read = shareRead(() => Promise.resolve((reads += 1)));
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(2);
});
