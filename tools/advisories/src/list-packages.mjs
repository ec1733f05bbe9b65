// Runs inside the image, from standard input, and prints its packages. Reads the files themselves, not a lock file.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['/proc', '/sys', '/dev']);

/** Every package.json with a name and a version that is in a folder of `node_modules`. */
function* findNpmPackages(folder, depthInPackage) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return; // not readable by this user
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory() || SKIPPED.has(path)) continue;
    const isModules = entry.name === 'node_modules';
    const depth = isModules ? 0 : depthInPackage === undefined ? undefined : depthInPackage + 1;
    const isPackage = depth === 1 || (depth === 2 && folder.split('/').at(-1).startsWith('@'));
    if (isPackage && !entry.name.startsWith('@')) {
      const found = readManifest(path);
      if (found) yield found;
    }
    yield* findNpmPackages(path, depth);
  }
}

function readManifest(folder) {
  try {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined;
  } catch {
    return undefined;
  }
}

const dpkg = execFileSync('dpkg-query', ['-W', '-f=${source:Package}\\t${source:Version}\\n'], {
  encoding: 'utf8',
});
const debian = dpkg
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const [name, version] = line.split('\t');
    return { name, version };
  });
const debianRelease = /^VERSION_ID="?([\d.]+)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
console.log(JSON.stringify({ debianRelease, debian, npm: [...findNpmPackages('/')] }));
