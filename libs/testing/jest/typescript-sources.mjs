import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

// Loads TypeScript sources directly, so that neither tests nor the global setup need a build. Our packages are mapped
// to their sources, and the `.js` of import paths to `.ts`.
const root = new URL('../../../', import.meta.url);
const swc = JSON.parse(readFileSync(new URL('.swcrc', root), 'utf8'));
const ALIASES = [
  [/^@jest\/globals$/, 'libs/testing/jest/globals.mjs'],
  [/^@desk\/tool-([a-z-]+)$/, 'tools/$1/src/index.ts'],
  [/^@desk\/contracts\/(.+)$/, 'libs/contracts/src/$1'],
  [/^@desk\/([a-z-]+)$/, 'libs/$1/src/index.ts'],
  [/^@\/(.+)$/, 'web/src/$1'],
];

const isOurSource = (url) =>
  url.startsWith(root.href) && !url.includes('/node_modules/') && !url.includes('/dist/');

/** Returns the file with exactly this name, or else the TypeScript file with this name. */
function findSource(url) {
  const names = [url.href, ...['.ts', '.tsx'].map((ending) => url.href.replace(/(\.js)?$/, ending))];
  return names.find((name) => existsSync(fileURLToPath(name)));
}

function toSource(specifier, parentUrl) {
  if (/^\.{1,2}\//.test(specifier)) return findSource(new URL(specifier, parentUrl));
  const alias = ALIASES.find(([pattern]) => pattern.test(specifier));
  return alias && findSource(new URL(specifier.replace(...alias), root));
}

registerHooks({
  resolve(specifier, context, next) {
    const source =
      context.parentURL && isOurSource(context.parentURL) && toSource(specifier, context.parentURL);
    return next(source || specifier, context);
  },
  load(url, context, next) {
    if (!/\.tsx?$/.test(url) || !isOurSource(url)) return next(url, context);
    const filename = fileURLToPath(url);
    const options = { ...swc, filename, swcrc: false, sourceMaps: 'inline' };
    const { code } = transformSync(readFileSync(filename, 'utf8'), options);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
