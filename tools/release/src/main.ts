import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addRelease, formatRelease, nextVersion, parseChange } from './changelog.js';
import { findLicenseProblems, formatLicenses, listPackages, type LockedPackage } from './licenses.js';

const USAGE = `usage: npm run release -- [--version 1.2.3] [--dry-run]
  Prepares a release from the commits since the last tag: the version in package.json, k8s/overlays and CHANGELOG.md, and
  LICENSES.md with the packages that run. Review, commit and tag the result.
  --version  default: what the commits ask for; 1.0.0 for the first release
  --dry-run  prints the section of the changelog and changes nothing`;

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
const read = (name: string): string => readFileSync(`${root}${name}`, 'utf8');
const write = (name: string, text: string): void => writeFileSync(`${root}${name}`, text);

/** Empty before the first release. */
const findLastTag = (): string =>
  run('git', 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')[0] ?? '';

const FIRST_VERSION = '1.0.0';
const FIRST_SECTION = '\nThe first release.\n';

/** Returns the changes since the last release. */
function readChanges(lastTag: string) {
  return run('git', 'log', '--format=%B%x00', `${lastTag}..HEAD`)
    .split('\0')
    .map(parseChange)
    .filter((change) => change !== undefined);
}

const OVERLAYS = ['production', 'production/migrations', 'production/restore'].map(
  (name) => `k8s/overlays/${name}/kustomization.yaml`,
);

function prepare(version: string, section: string): void {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };
  const running = listPackages(packages, { withDevelopment: false });
  const problems = findLicenseProblems(running);
  if (problems.length > 0) throw new Error(`Licenses that are not allowed:\n${problems.join('\n')}`);
  run('npm', 'version', version, '--no-git-tag-version', '--no-workspaces-update');
  for (const file of OVERLAYS) write(file, read(file).replace(/newTag: .+/, `newTag: ${version}`));
  write('LICENSES.md', formatLicenses(running));
  write('CHANGELOG.md', addRelease(existsSync(`${root}CHANGELOG.md`) ? read('CHANGELOG.md') : '', section));
  // Otherwise `git diff` and `git commit --all` leave out files that are new.
  run('git', 'add', '--intent-to-add', 'LICENSES.md', 'CHANGELOG.md');
}

try {
  const { values } = parseArgs({
    options: {
      version: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(USAGE);
  else {
    const lastTag = findLastTag();
    const changes = lastTag === '' ? [] : readChanges(lastTag);
    const current = (JSON.parse(read('package.json')) as { version: string }).version;
    const version = values.version ?? (lastTag === '' ? FIRST_VERSION : nextVersion(current, changes));
    if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('--version must be three numbers, such as 1.2.3.');
    const section =
      formatRelease(version, new Date().toISOString().slice(0, 10), changes) +
      (lastTag === '' ? FIRST_SECTION : '');
    if (!values['dry-run']) prepare(version, section);
    console.log(section);
    if (!values['dry-run'])
      console.log(`Next: review, git commit -am "chore: release ${version}", git tag v${version}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
