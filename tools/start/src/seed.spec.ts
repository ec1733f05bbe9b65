import { expect, it } from '@jest/globals';
import { seed } from './seed.js';
import type { Stack } from './stack.js';

it('seeds nothing in production', async () => {
  const stack = { mode: { nodeEnv: 'production', usesSandbox: false }, secrets: {}, urls: {} } as Stack;
  await expect(seed(stack)).rejects.toThrow('Nothing is seeded in production.');
});
