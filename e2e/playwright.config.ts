import { defineConfig } from '@playwright/test';
import { installed, launchChromium } from './engines.js';

export default defineConfig({
  testDir: '.',
  // A test mostly waits, so two systems at once fit on two cores. Each worker runs its own system (see system.ts).
  workers: 2,
  // Generous, because two systems, two browsers and the tests on servers compete for the processor.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : 'list',
  // Recording each test costs processor time. To investigate a failure: npx playwright test … --trace retain-on-failure
  use: { trace: 'off', screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'Chromium',
      testMatch: '*.e2e.ts',
      use: { launchOptions: launchChromium(installed.headlessShell) },
    },
    {
      name: 'Firefox',
      testMatch: 'engines.e2e.ts',
      use: { browserName: 'firefox' },
    },
    {
      name: 'WebKit',
      testMatch: 'engines.e2e.ts',
      use: { browserName: 'webkit' },
    },
  ],
});
