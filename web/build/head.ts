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

/** Lists the files a module needs beyond those the entry already loads. */
function listFiles(module: string, manifest: Manifest): string[] {
  const found = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  add('index.html');
  const entryFiles = new Set(found);
  add(module);
  return [...found].filter((file) => !entryFiles.has(file));
}

const preload = (file: string): string => `<link rel="modulepreload" href="/${file}" />`;

/** Preloads only the text font. The heading font is large and would delay the styles on a slow connection. */
const preloadFonts = (manifest: Manifest): string[] =>
  Object.keys(manifest)
    .filter((key) => key.endsWith('.woff2') && key.includes('sans'))
    .map((key) => manifest[key]?.file ?? '')
    .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`);

const metaTags = ({ title, description }: RenderedPage): string[] => [
  `<title>${escapeHtml(title)}</title>`,
  `<meta name="description" content="${escapeHtml(description)}" />`,
];

export function renderHead(page: RenderedPage, manifest: Manifest): string[] {
  const { canonical } = page;
  const socialTags = [
    ['og:type', 'website'],
    ['og:title', page.title],
    ['og:description', page.description],
    ['og:image', `${ORIGIN}/social-card.png`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:url', `${ORIGIN}${canonical ?? ''}`],
  ].map(
    ([property = '', content = '']) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
  );
  const searchTags =
    canonical === null
      ? ['<meta name="robots" content="noindex" />']
      : [`<link rel="canonical" href="${ORIGIN}${canonical}" />`, ...socialTags];
  return [
    ...metaTags(page),
    ...page.scripts.map((src) => `<script src="${src}"></script>`),
    ...searchTags,
    '<meta name="twitter:card" content="summary_large_image" />',
    ...listFiles(page.module, manifest).map(preload),
    ...preloadFonts(manifest),
  ];
}

/** Head of the shell that serves all signed-in pages. */
export const renderShellHead = (title: string, manifest: Manifest): string[] => [
  `<title>${escapeHtml(title)}</title>`,
  '<meta name="robots" content="noindex" />',
  ...listFiles('src/app/signed-in-layout.tsx', manifest).map(preload),
  ...preloadFonts(manifest),
];
