import { existsSync } from 'node:fs';
import { firefox, webkit } from '@playwright/test';

const findInstalled = (...paths: (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path));

/** Where each browser is. Chromium may come with the system, the others with `npx playwright install firefox webkit`. */
export const installed = {
  chromium: findInstalled(process.env['CHROMIUM_PATH'], '/usr/bin/chromium'),
  firefox: findInstalled(firefox.executablePath()),
  webkit: findInstalled(webkit.executablePath()),
} as const;
