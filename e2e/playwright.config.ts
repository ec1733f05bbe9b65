import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Prefers the installed Chromium to the one that Playwright downloads. */
const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  // A test mostly waits, so two systems at once fit on two cores. Each worker runs its own system (see system.ts).
  workers: 2,
  // Generous, because two systems and two browsers compete for the processor, also with the tests on servers.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : 'list',
  use: {
    // Recording each test costs processor time. To look into a failure: npx playwright test … --trace retain-on-failure
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
