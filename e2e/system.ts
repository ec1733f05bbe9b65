import { rm } from 'node:fs/promises';
import { launchStack, randomPorts, seed, type Seeded, type Stack, temporaryStateDir } from '@desk/tool-start';
import { test as base } from '@playwright/test';

export interface System extends Stack {
  readonly seeded: Seeded;
}

/** The whole system, as `npm start` runs it, on ports of its own and with fresh data; one for each worker. */
export const test = base.extend<object, { system: System }>({
  system: [
    async ({}, use) => {
      const stateDir = temporaryStateDir('e2e');
      // All who sign up come from one machine, and are more than one network may be in an hour.
      const env = { RATE_LIMIT_FACTOR: '100' };
      const stack = await launchStack({ stateDir, ports: await randomPorts(), env });
      try {
        await use({ ...stack, seeded: await seed(stack) });
      } finally {
        await stack.stop();
        await rm(stateDir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
export { expect } from '@playwright/test';
