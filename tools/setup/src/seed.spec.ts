import { expect, it } from '@jest/globals';
import { seed, type SeedTarget } from './seed.js';

it('seeds nothing in production', async () => {
  const target = { mode: { nodeEnv: 'production', usesSandbox: false }, secrets: {}, urls: {} } as SeedTarget;
  await expect(seed(target)).rejects.toThrow('Nothing is seeded in production.');
});
