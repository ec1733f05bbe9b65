import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { CommandError, runCommand, step } from './step.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.desk-installed');
const NPM_OPTIONS = ['--no-audit', '--no-fund', '--loglevel=error'];

const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined);

/** npm's own record of an installation, left by a plain `npm ci` or `npm install`. */
function isInstalledByHand() {
  const record = join(root, 'node_modules', '.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(lockFile).mtimeMs;
}

async function runNpm(args) {
  const npm = process.env.npm_execpath;
  // The npm that started us, else the one on the PATH. It runs on the machine's own Node.
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  await runCommand('install', command, [...first, ...args, ...NPM_OPTIONS]);
}

async function runNpmWithFallbacks(args) {
  try {
    // The lock file pins every package by hash, so there is no need to check cached answers with the registry.
    await runNpm([...args, '--prefer-offline']);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // A cached list of versions may be older than the version we pin.
    if (error.output.includes('ETARGET')) await runNpm(args);
    // `npm ci` rejects a lock file that lacks the optional package of another platform, which happens if that
    // package was published late. `npm install` installs the same versions and adds what is missing.
    else if (error.output.includes('EUSAGE')) await runNpm(['install', '--no-save', ...args.slice(1)]);
    else throw error;
  }
}

/**
 * Installs what package-lock.json names, unless it is installed already. `dependencies` are enough to build and run the
 * system; only tests, checks and audits need the `devDependencies`. Without them, the first start is twice as fast.
 */
export async function install({ withDevDependencies }) {
  const lockHash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  const fullStamp = `${lockHash} all`;
  const stamp = withDevDependencies ? fullStamp : lockHash;
  const installed = readStamp();
  if (installed === stamp || installed === fullStamp) return;
  if (installed === undefined && isInstalledByHand()) {
    writeFileSync(stampFile, fullStamp);
    return;
  }
  // `npm ci` starts by deleting node_modules. If only the devDependencies are missing, add them to what is there.
  const args = installed === lockHash ? ['install', '--no-save'] : ['ci'];
  await step('Installing packages', 'Installed packages', () =>
    runNpmWithFallbacks(withDevDependencies ? args : [...args, '--omit=dev']),
  );
  writeFileSync(stampFile, stamp);
}
