import type { RenderedPage } from '../src/entry-prerender.tsx';

export type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
  >
>;

/** Replaced by the gateway with the site's origin, which is unknown at build time. */
const ORIGIN = '__ORIGIN__';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Lists the files that the modules need beyond those the entry already loads. */
function listFiles(modules: readonly string[], manifest: Manifest): string[] {
  const found = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the build manifest`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  add('index.html');
  const entryFiles = new Set(found);
  for (const module of modules) add(module);
  return [...found].filter((file) => !entryFiles.has(file));
}

const preload = (file: string): string => `<link rel="modulepreload" href="/${file}" />`;

/** Preloads only the text font. The heading font is large and would delay the styles on a slow connection. */
const preloadFonts = (manifest: Manifest): string[] =>
  Object.keys(manifest)
    .filter((key) => key.endsWith('.woff2') && key.includes('sans'))
    .map((key) => manifest[key]?.file ?? '')
    .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`);

const meta = (attribute: 'name' | 'property', key: string, content: string): string =>
  `<meta ${attribute}="${key}" content="${escapeHtml(content)}" />`;

const searchTags = (path: string, title: string, description: string): string[] => [
  meta('name', 'description', description),
  // The file of a path with a parameter serves many pages.
  ...(path.includes(':') ? [] : [`<link rel="canonical" href="${ORIGIN}${path}" />`]),
  meta('property', 'og:type', 'website'),
  meta('property', 'og:title', title),
  meta('property', 'og:description', description),
  meta('property', 'og:image', `${ORIGIN}/social-card.png`),
  meta('property', 'og:image:width', '1200'),
  meta('property', 'og:image:height', '630'),
  ...(path.includes(':') ? [] : [meta('property', 'og:url', `${ORIGIN}${path}`)]),
  meta('name', 'twitter:card', 'summary_large_image'),
];

export const renderHead = (page: RenderedPage, manifest: Manifest): string[] => [
  `<title>${escapeHtml(page.title)}</title>`,
  ...page.scripts.map((src) => `<script src="${src}"></script>`),
  ...(page.description === undefined
    ? [meta('name', 'robots', 'noindex')]
    : searchTags(page.path, page.title, page.description)),
  ...listFiles(page.modules, manifest).map(preload),
  ...preloadFonts(manifest),
];
