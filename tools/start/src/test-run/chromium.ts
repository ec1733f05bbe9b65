import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROGRAM_NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const DOWNLOAD_TIMEOUT_MS = 240_000;
const APT_UPDATE_TIMEOUT_MS = 120_000;
const APT_INSTALL_TIMEOUT_MS = 300_000;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the program of CHROMIUM_PATH, else one that is installed on this machine. */
function findInstalled(): string | undefined {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) {
    if (!isExecutable(configuredPath))
      throw new Error(`CHROMIUM_PATH is not an executable file: ${configuredPath}`);
    return configuredPath;
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].filter(Boolean);
  return folders.flatMap((folder) => PROGRAM_NAMES.map((name) => join(folder, name))).find(isExecutable);
}

async function findDownloaded(): Promise<string | undefined> {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function runCommand(command: string, args: readonly string[], timeoutMs: number): void {
  spawnSync(command, args, {
    stdio: 'ignore',
    timeout: timeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function installWithApt(): void {
  const isRoot = process.getuid?.() === 0;
  const apt = (timeoutMs: number, ...args: string[]): void => {
    if (isRoot) runCommand('apt-get', args, timeoutMs);
    else runCommand('sudo', ['-n', 'apt-get', ...args], timeoutMs);
  };
  apt(APT_UPDATE_TIMEOUT_MS, 'update', '-qq');
  // Most tests run in the shell (see e2e/engines.ts), which older systems do not have.
  for (const names of [['chromium', 'chromium-headless-shell'], ['chromium']])
    if (findInstalled() === undefined)
      apt(APT_INSTALL_TIMEOUT_MS, 'install', '-y', '-qq', '--no-install-recommends', ...names);
}

/**
 * Returns the Chromium for the browser tests: an installed one, else Playwright's, else one from apt.
 * @throws if none can be installed
 */
export async function ensureChromium(): Promise<string> {
  const existing = findInstalled() ?? (await findDownloaded());
  if (existing !== undefined) return existing;
  if (process.env.DESK_NO_INSTALL !== '1') {
    runCommand('playwright', ['install', 'chromium'], DOWNLOAD_TIMEOUT_MS);
    const downloaded = await findDownloaded();
    if (downloaded !== undefined) return downloaded;
    installWithApt();
  }
  const installed = findInstalled();
  if (installed !== undefined) return installed;
  throw new Error(
    'The browser tests need Chromium, and it could not be installed. Install it, or set CHROMIUM_PATH.',
  );
}
