import { rm } from 'node:fs/promises';
import {
  launchStack,
  findFreePorts,
  seed,
  type SeedResult,
  type Stack,
  createTemporaryStateDir,
} from '@desk/tool-start';
import { test as base } from '@playwright/test';

export interface System extends Stack {
  readonly seeded: SeedResult;
}

/**
 * Starts the whole system once per worker, as `npm start` runs it, on free ports with fresh data. Workers share
 * nothing, so a test cannot sell a lead to a buyer of another worker or use up its daily slots.
 */
export const test = base.extend<object, { system: System; settings: Record<string, string> }>({
  /** Further settings of the system. Tests with other settings run in a worker, and so on a system, of their own. */
  settings: [{}, { option: true, scope: 'worker' }],
  system: [
    async ({ settings }, use) => {
      const stateDir = createTemporaryStateDir('e2e');
      // All tests sign up from one address, more often than the limit per network allows.
      const env = { RATE_LIMIT_FACTOR: '100', ...settings };
      const stack = await launchStack({ stateDir, ports: await findFreePorts(), env });
      try {
        await use({ ...stack, seeded: await seed(stack) });
      } finally {
        await stack.stop();
        await rm(stateDir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
export { expect } from '@playwright/test';
