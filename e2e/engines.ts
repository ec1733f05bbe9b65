import { existsSync } from 'node:fs';
import { webkit } from '@playwright/test';

const findInstalled = (...paths: (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path));

/** Where each browser is installed. An installed Chromium is preferred to the one that Playwright downloads. */
export const installed = {
  chromium: findInstalled(process.env['CHROMIUM_PATH'], '/usr/bin/chromium'),
  firefox: findInstalled(
    process.env['FIREFOX_PATH'],
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ),
  webkit: findInstalled(webkit.executablePath()),
} as const;

/** Without a path, Playwright uses its own. */
export const launchOptions = (executablePath: string | undefined) =>
  executablePath === undefined ? {} : { executablePath };
