import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The release cannot be built on this machine, although the release itself may be fine. */
export class CannotBuild extends Error {}

/**
 * Builds a commit in a folder of its own, with the packages that are installed here. Returns its full id and the folder.
 * @throws CannotBuild if the commit does not exist or needs other packages
 */
export async function buildRelease(projectRoot: string, revision: string, folder: string) {
  const commit = resolveCommit(projectRoot, revision);
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: projectRoot,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-xf', '-'], { cwd: folder, input: archive });
  const readLock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  const differences = findPackageDifferences(readLock(folder), readLock(projectRoot));
  if (differences.length > 0)
    throw new CannotBuild(
      `${revision} needs other packages than are installed here: ${differences.join(', ')}`,
    );
  linkPackages(projectRoot, folder);
  await compile(folder);
  return { commit, root: folder };
}

function resolveCommit(projectRoot: string, revision: string): string {
  try {
    return execFileSync(
      'git',
      ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
      {
        cwd: projectRoot,
        encoding: 'utf8',
      },
    ).trim();
  } catch {
    throw new CannotBuild(`${revision} is not a commit of this repository`);
  }
}

/** Links the installed packages, except that those of the project are the release's own. */
function linkPackages(projectRoot: string, folder: string): void {
  const installed = join(projectRoot, 'node_modules');
  const target = join(folder, 'node_modules');
  mkdirSync(join(target, '@desk'), { recursive: true });
  for (const entry of readdirSync(installed))
    if (entry !== '@desk') symlinkSync(join(installed, entry), join(target, entry));
  for (const file of globSync(['{libs,services,tools}/*/package.json', '{web,e2e}/package.json'], {
    cwd: folder,
  })) {
    const { name } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { name: string };
    symlinkSync(join(folder, dirname(file)), join(target, name));
    const nested = join(projectRoot, dirname(file), 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, join(folder, dirname(file), 'node_modules'));
  }
  // The gateway serves the built site, which no check of this tool reads.
  symlinkSync(join(projectRoot, 'web', 'dist'), join(folder, 'web', 'dist'));
}

async function compile(folder: string): Promise<void> {
  const compiler = pathToFileURL(join(folder, 'tools/start/bootstrap/compile.mjs')).href;
  const { compilePackages } = (await import(compiler)) as {
    compilePackages: (folders: string[]) => Promise<void>;
  };
  const folders = globSync('{libs,services,tools}/*/package.json', { cwd: folder })
    .map((file) => join(folder, dirname(file)))
    .filter((name) => existsSync(join(name, 'src')));
  await compilePackages(folders);
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly link?: boolean }>>;
}

/** Returns the packages, other than the project's own, that are installed in different versions. */
export function findPackageDifferences(lock: string, otherLock: string): string[] {
  const [versions, otherVersions] = [lock, otherLock].map(readVersions);
  const paths = new Set([...(versions?.keys() ?? []), ...(otherVersions?.keys() ?? [])]);
  return [...paths].filter((path) => versions?.get(path) !== otherVersions?.get(path));
}

const readVersions = (lock: string): Map<string, string | undefined> =>
  new Map(
    Object.entries((JSON.parse(lock) as LockFile).packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
      .map(([path, { version }]) => [path, version]),
  );
