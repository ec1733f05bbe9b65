// The way in for every npm script. It runs on Node 20 or newer with nothing installed: it installs what
// package-lock.json names, builds, and hands over to the task on the Node version that the project pins.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const tasks = {
  start: 'tools/start/dist/main.js',
  test: 'tools/start/dist/test.js',
  admin: 'tools/start/dist/admin.js',
  demo: 'tools/demo/dist/main.js',
  verify: 'tools/verify/dist/main.js',
  chaos: 'tools/chaos/dist/main.js',
  bench: 'tools/bench/dist/main.js',
  audit: 'tools/audit/dist/main.js',
};

const bin = join(root, 'node_modules', '.bin');
const logs = join(root, '.state', 'logs');

function fail(message) {
  console.error(message);
  process.exit(1);
}

const childEnv = () => ({
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  NX_TUI: 'false',
});

/**
 * Runs a step with its output in a log file, which is shown only when it fails. `onFailure` may name other
 * arguments to try once, by what the log says.
 */
async function step(title, name, command, args, onFailure) {
  const started = Date.now();
  const isTerminal = process.stdout.isTTY === true;
  if (isTerminal) process.stdout.write(`  ${title} …`);
  mkdirSync(logs, { recursive: true });
  const logFile = join(logs, `${name}.log`);
  const log = openSync(logFile, 'w');
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', log, log],
    env: childEnv(),
  });
  const forward = (signal) => child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', forward);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (exitCode, signal) => resolve(signal ? 130 : exitCode));
  });
  process.off('SIGTERM', forward).off('SIGINT', forward);
  closeSync(log);
  if (isTerminal) process.stdout.write('\r\x1b[2K');
  if (code !== 0) {
    if (code === 130) process.exit(130);
    const instead = onFailure?.(readFileSync(logFile, 'utf8'));
    if (instead) return step(title, name, command, instead);
    console.error(`✗ ${title} failed:\n`);
    console.error(readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-60).join('\n'));
    process.exit(code);
  }
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

/** Whether node_modules is that of this very lock file. */
function isInstalled(stamp, lockFile, lock) {
  if (!existsSync(join(bin, 'node'))) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return true;
  // Installed by hand: npm leaves a record of its own.
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record) || statSync(record).mtimeMs < statSync(lockFile).mtimeMs) return false;
  writeFileSync(stamp, lock);
  return true;
}

async function install() {
  const lockFile = join(root, 'package-lock.json');
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  const stamp = join(root, 'node_modules', '.desk-installed');
  if (isInstalled(stamp, lockFile, lock)) return;
  const npm = process.env.npm_execpath;
  // The npm that started us, else the one on the path. It runs on the Node of the machine.
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const rest = ['--no-audit', '--no-fund', '--loglevel=error'];
  // `npm ci` refuses a lock file that lacks the optional package of some other platform, which happens when that
  // one was published late; `npm install` takes the same versions and fills the gap.
  const incomplete = (output) =>
    output.includes('EUSAGE') ? [...first, 'install', '--no-save', ...rest] : undefined;
  const time = await step('Installing packages', 'install', command, [...first, 'ci', ...rest], incomplete);
  if (!existsSync(join(bin, 'node'))) {
    fail(`The npm package "node" was not installed; see ${join(logs, 'install.log')}.`);
  }
  writeFileSync(stamp, lock);
  console.log(`✓ Installed packages  ${time}`);
}

const sourceFolders = ['libs', 'services', 'tools', 'web'].map((name) => join(root, name)).filter(existsSync);

/** Every source file with its size and time: what a build depends on. */
function sourcesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesOf(path);
    const { size, mtimeMs } = statSync(path);
    return [`${path} ${size} ${mtimeMs}`];
  });
}

const builtPackages = () =>
  sourceFolders
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .filter((folder) => existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'src')));

/** Nx knows best what to build, but asking it takes seconds, which most starts can do without. */
async function build() {
  const stamp = join(root, '.state', 'built');
  const lock = statSync(join(root, 'package-lock.json')).mtimeMs;
  const sources = [lock, ...sourceFolders.flatMap(sourcesOf)].join('\n');
  const fingerprint = createHash('sha256').update(sources).digest('hex');
  const isBuilt = builtPackages().every((folder) => existsSync(join(folder, 'dist')));
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  const time = await step('Building', 'build', join(bin, 'nx'), [
    'run-many',
    '-t',
    'build',
    '--outputStyle=static',
  ]);
  writeFileSync(stamp, fingerprint);
  console.log(`✓ Built  ${time}`);
}

/** Hands over: same terminal, same exit code, and the signals that come only to us. */
function run(file, args) {
  if (!existsSync(join(root, file))) fail(`${file} does not exist.`);
  const child = spawn(join(bin, 'node'), ['--enable-source-maps', join(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...childEnv(), DESK_STARTER: String(process.pid) },
  });
  child.once('error', (error) => fail(`The pinned Node could not be started: ${error.message}`));
  // A signal may be sent to us alone, so it is passed on; the task takes a quick repetition for the same one.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // Whoever started us may be killed without a word.
  const npm = process.env.npm_lifecycle_event && process.ppid;
  if (npm) setInterval(() => process.ppid !== npm && child.kill('SIGTERM'), 1000).unref();
  child.once('exit', (code, signal) => {
    if (signal) {
      for (const name of ['SIGINT', 'SIGTERM']) process.removeAllListeners(name);
      process.kill(process.pid, signal);
    } else process.exit(code ?? 1);
  });
}

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) fail(`Node 20 or newer is needed; this is ${process.version}. See https://nodejs.org.`);
const [task, ...args] = process.argv.slice(2);
const file = tasks[task];
if (!file) fail(`Usage: node tools/start/bootstrap.mjs <${Object.keys(tasks).join('|')}> [arguments]`);
await install();
await build();
run(file, args);
