/**
 * Runs after both Vite builds: writes the public pages, the empty shell, the list of pages that it serves, and compressed
 * copies of the assets.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { SitePage } from '@desk/contracts/site-pages';
import type { RenderedPage } from '../src/entry-prerender.tsx';
import { type Manifest, renderHead } from './head.ts';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const bundle = join(dist, '.prerender');
const manifestDir = join(dist, '.vite');

interface Bundle {
  prerenderAll: () => Promise<RenderedPage[]>;
  sitePages: SitePage[];
}

const template = readFileSync(join(dist, 'index.html'), 'utf8');
const manifest = JSON.parse(readFileSync(join(manifestDir, 'manifest.json'), 'utf8')) as Manifest;
const { prerenderAll, sitePages } = (await import(
  pathToFileURL(join(bundle, 'entry-prerender.js')).href
)) as Bundle;

/** Tags Vite puts at the end of the head. Moved to the front, so that styles do not queue on a slow connection. */
const VITE_TAGS =
  / *<(?:script type="module"|link rel="(?:stylesheet|modulepreload)")[^>]*>(?:<\/script>)?\n/g;
const viteTags = (template.match(VITE_TAGS) ?? []).map((tag) => tag.trim());
const sortedViteTags = ['stylesheet', '<script', 'modulepreload'].flatMap((kind) =>
  viteTags.filter((tag) => tag.includes(kind)),
);

const fillTemplate = (headTags: readonly string[], pageHtml: string): string =>
  template
    .replaceAll(VITE_TAGS, '')
    .replace('<!--head-->', () =>
      [...headTags.slice(0, 1), ...sortedViteTags, ...headTags.slice(1)].join('\n    '),
    )
    .replace('<!--page-->', () => pageHtml);

/** A prerendered page is readable without scripts, so on a slow connection styles and fonts go first. */
const lowerScriptPriority = (html: string): string =>
  html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');

/** Whether the template does not load this file already. */
const isNew = (tag: string): boolean => {
  const file = /href="([^"]+)"/.exec(tag)?.[1];
  return file === undefined || !viteTags.some((other) => other.includes(`"${file}"`));
};

for (const page of await prerenderAll()) {
  const tags = renderHead(page, manifest).filter(isNew);
  const file = join(dist, page.file);
  const html = fillTemplate(tags, page.html);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page.html === '' ? html : lowerScriptPriority(html));
}
writeFileSync(join(dist, 'pages.json'), JSON.stringify(sitePages));
rmSync(bundle, { recursive: true });
rmSync(manifestDir, { recursive: true });

const COMPRESSIBLE = new Set(['.js', '.css', '.svg']);
for (const name of readdirSync(join(dist, 'assets'))) {
  if (!COMPRESSIBLE.has(extname(name))) continue;
  const file = join(dist, 'assets', name);
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
}
