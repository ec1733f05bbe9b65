import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onThisMachine(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!isRunnable(given)) throw new Error(`CHROMIUM_PATH names no program: ${given}`);
    return given;
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].filter(Boolean);
  return folders
    .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)))
    .find(isRunnable);
}

async function playwrightsOwn(): Promise<string | undefined> {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

const run = (command: string, args: readonly string[], timeout: number): boolean =>
  spawnSync(command, args, {
    stdio: 'ignore',
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

function installWithApt(): void {
  const isRoot = process.getuid?.() === 0;
  const prefix = isRoot ? [] : ['sudo', '-n'];
  const apt = (timeout: number, ...args: string[]): boolean => {
    const [command = 'apt-get', ...rest] = [...prefix, 'apt-get', ...args];
    return run(command, rest, timeout);
  };
  apt(120_000, 'update', '-qq');
  apt(300_000, 'install', '-y', '-qq', '--no-install-recommends', 'chromium');
}

/** The Chromium for the browser test: one of this machine, Playwright's own, or one from the package manager. */
export async function ensureChromium(): Promise<string> {
  const found = onThisMachine() ?? (await playwrightsOwn());
  if (found !== undefined) return found;
  if (process.env.DESK_NO_INSTALL !== '1') {
    run('playwright', ['install', 'chromium'], 240_000);
    const downloaded = await playwrightsOwn();
    if (downloaded !== undefined) return downloaded;
    installWithApt();
  }
  const installed = onThisMachine();
  if (installed !== undefined) return installed;
  throw new Error('The browser test needs Chromium, and none could be installed. Set CHROMIUM_PATH to one.');
}
