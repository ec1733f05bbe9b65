import { existsSync } from 'node:fs';
import { firefox, type LaunchOptions, webkit } from '@playwright/test';

const findInstalled = (...paths: (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path));

const systemChromium = '/usr/bin/chromium';
const chromium = findInstalled(process.env['CHROMIUM_PATH'], systemChromium);

/** Where each browser is. Chromium may come with the system, others with `npx playwright install firefox webkit`. */
export const installed = {
  chromium,
  /** The system's Chromium without windows and notifications. Tests take a third less processor time in it. */
  headlessShell: chromium === systemChromium ? findInstalled('/usr/bin/chromium-headless-shell') : undefined,
  firefox: findInstalled(firefox.executablePath()),
  webkit: findInstalled(webkit.executablePath()),
} as const;

/** How to start Chromium, or the program at `path`. */
export const launchChromium = (path = installed.chromium): LaunchOptions => ({
  ...(path === undefined ? {} : { executablePath: path }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
