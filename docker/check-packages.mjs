// Run in a folder with node_modules: fails if a package is missing that another one depends on. Removing packages by
// hand keeps the image small; without this, a service of the image would fail only when it starts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** For compilers only. */
const isForTypes = (name) => name.startsWith('@types/') || name === 'typescript';

/** Folders with a package.json in one node_modules, and in those that its packages contain. */
function listPackages(modules) {
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => join(name, part)) : [name],
    )
    .map((name) => join(modules, name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .flatMap((folder) => [folder, ...listPackages(join(folder, 'node_modules'))]);
}

/** Whether code in `folder` finds the package. */
function isFound(name, folder) {
  if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return true;
  const parent = dirname(folder);
  return parent !== folder && isFound(name, parent);
}

const missing = listPackages(join(process.cwd(), 'node_modules')).flatMap((folder) => {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return Object.keys(dependencies)
    .filter((name) => !(name in optionalDependencies) && !isForTypes(name) && !name.startsWith('@desk/'))
    .filter((name) => !isFound(name, folder))
    .map((name) => `${folder} needs ${name}`);
});
for (const line of missing) console.error(line);
process.exit(missing.length === 0 ? 0 : 1);
