/** After both Vite builds: writes the public pages as HTML, the empty shell, and what is compressed ahead. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PrerenderedPage } from '../src/entry-prerender.tsx';
import { head, type Manifest, shellHead } from './head.ts';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const bundle = join(dist, '.prerender');
const manifestDir = join(dist, '.vite');

interface Bundle {
  prerenderAll: () => Promise<PrerenderedPage[]>;
}

const template = readFileSync(join(dist, 'index.html'), 'utf8');
const manifest = JSON.parse(readFileSync(join(manifestDir, 'manifest.json'), 'utf8')) as Manifest;
const { prerenderAll } = (await import(pathToFileURL(join(bundle, 'entry-prerender.js')).href)) as Bundle;

/** What Vite puts last in the head comes first: on a slow line the styles must not wait behind all else. */
const LOADED = / *<(?:script type="module"|link rel="(?:stylesheet|modulepreload)")[^>]*>(?:<\/script>)?\n/g;
const loaded = (template.match(LOADED) ?? []).map((tag) => tag.trim());
const inOrder = ['stylesheet', '<script', 'modulepreload'].flatMap((kind) =>
  loaded.filter((tag) => tag.includes(kind)),
);

const fill = (headHtml: readonly string[], page: string): string =>
  template
    .replaceAll(LOADED, '')
    .replace('<!--head-->', () => [...headHtml.slice(0, 1), ...inOrder, ...headHtml.slice(1)].join('\n    '))
    .replace('<!--page-->', () => page);

/** The page is there before its scripts are: on a slow line they must not take from the styles and the fonts. */
const unhurried = (html: string): string =>
  html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');

/** What the template loads is not asked for a second time. */
const isNew = (tag: string): boolean => {
  const file = /href="([^"]+)"/.exec(tag)?.[1];
  return file === undefined || !loaded.some((other) => other.includes(`"${file}"`));
};

for (const page of await prerenderAll()) {
  const file = join(dist, page.file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, unhurried(fill(head(page, manifest).filter(isNew), page.html)));
}
writeFileSync(join(dist, 'shell.html'), fill(shellHead(manifest), ''));
rmSync(bundle, { recursive: true });
rmSync(manifestDir, { recursive: true });

const COMPRESSED = new Set(['.js', '.css', '.svg']);
for (const name of readdirSync(join(dist, 'assets'))) {
  if (!COMPRESSED.has(extname(name))) continue;
  const file = join(dist, 'assets', name);
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
}
