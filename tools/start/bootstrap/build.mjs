import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compilePackages } from './compile.mjs';
import { createStateDir, findNode, root, stateDir } from './paths.mjs';
import { runCommand, step } from './step.mjs';

const webDir = join(root, 'web');
const IGNORED_FOLDERS = ['node_modules', 'dist', 'test'];

/** Returns every source file below `folder` with its size and modification time. */
function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED_FOLDERS.includes(entry.name) ? [] : listSources(path);
    const { size, mtimeMs } = statSync(path);
    return [`${path} ${size} ${mtimeMs}`];
  });
}

function fingerprintOf(...folders) {
  const files = ['package-lock.json', '.swcrc'].map((name) => statSync(join(root, name)).mtimeMs);
  const sources = [...files, ...folders.flatMap(listSources)];
  return createHash('sha256').update(sources.join('\n')).digest('hex');
}

const packageFolders = () =>
  ['libs', 'services', 'tools']
    .map((name) => join(root, name))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'src')));

const packages = {
  stampFile: join(stateDir, 'built-packages'),
  outputs: () => packageFolders().map((folder) => join(folder, 'dist')),
  fingerprint: () => fingerprintOf(...packageFolders()),
  build: () => compilePackages(packageFolders()),
};

const web = {
  stampFile: join(stateDir, 'built-web'),
  outputs: () => [join(webDir, 'dist')],
  fingerprint: () => fingerprintOf(webDir, join(root, 'libs', 'contracts')),
  build: () => {
    const { scripts } = JSON.parse(readFileSync(join(webDir, 'package.json'), 'utf8'));
    return runCommand('build-web', 'sh', ['-c', scripts.build], webDir);
  },
};

function isStale({ stampFile, outputs, fingerprint }) {
  const isBuilt = existsSync(stampFile) && outputs().every(existsSync);
  return !isBuilt || readFileSync(stampFile, 'utf8') !== fingerprint();
}

async function buildTarget(target) {
  const fingerprint = target.fingerprint();
  await target.build();
  writeFileSync(target.stampFile, fingerprint, { mode: 0o600 });
}

/** Finds or installs Redis. Ignores failures: the task itself reports what is missing. */
const prepareRedis = () =>
  runCommand('prepare-redis', findNode(), [join(root, 'tools/start/dist/prepare-redis.js')]).catch(
    () => undefined,
  );

/**
 * Compiles the packages and builds the web where their sources changed. Does the same as `nx run-many -t build` without
 * Nx, which would add 15 seconds to the first start for its installation and 6 to run.
 */
export async function build({ needsRedis }) {
  createStateDir();
  const arePackagesStale = isStale(packages);
  const isWebStale = isStale(web);
  if (!arePackagesStale && !isWebStale) return;
  await step('Building', 'Built', async () => {
    if (arePackagesStale) await buildTarget(packages);
    // The package manager waits for the network and the disk while the web build computes.
    await Promise.all([isWebStale && buildTarget(web), needsRedis && prepareRedis()]);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ needsRedis: false });
