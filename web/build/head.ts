import type { PageMeta } from '../src/config/pages.ts';
import type { PrerenderedPage } from '../src/entry-prerender.tsx';

export type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
  >
>;

/** The gateway puts the address of the site here: it is not known when the pages are built. */
const ORIGIN = '__ORIGIN__';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A module's own file and those it needs, without what the entry has loaded anyway. */
function filesOf(module: string, manifest: Manifest): string[] {
  const found = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const needed of chunk.imports ?? []) add(needed);
  };
  add('index.html');
  const before = new Set(found);
  add(module);
  return [...found].filter((file) => !before.has(file));
}

const preload = (file: string): string => `<link rel="modulepreload" href="/${file}" />`;

/** The text's font only: the headings' is large and would keep the styles waiting on a slow line. */
const fonts = (manifest: Manifest): string[] =>
  Object.keys(manifest)
    .filter((key) => key.endsWith('.woff2') && key.includes('sans'))
    .map((key) => manifest[key]?.file ?? '')
    .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`);

const title = ({ title: text, description }: PageMeta): string[] => [
  `<title>${escape(text)}</title>`,
  `<meta name="description" content="${escape(description)}" />`,
];

export function head(page: PrerenderedPage, manifest: Manifest): string[] {
  const { meta, canonical } = page;
  const card = [
    ['og:type', 'website'],
    ['og:title', meta.title],
    ['og:description', meta.description],
    ['og:image', `${ORIGIN}/social-card.png`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:url', `${ORIGIN}${canonical ?? ''}`],
  ].map(([property = '', content = '']) => `<meta property="${property}" content="${escape(content)}" />`);
  const findable =
    canonical === null
      ? ['<meta name="robots" content="noindex" />']
      : [`<link rel="canonical" href="${ORIGIN}${canonical}" />`, ...card];
  return [
    ...title(meta),
    ...page.scripts.map((src) => `<script src="${src}"></script>`),
    ...findable,
    '<meta name="twitter:card" content="summary_large_image" />',
    ...filesOf(page.module, manifest).map(preload),
    ...fonts(manifest),
  ];
}

/** For signed-in paths: nothing to see before the person is known. */
export const shellHead = (manifest: Manifest): string[] => [
  '<title>Annuity Desk</title>',
  '<meta name="robots" content="noindex" />',
  ...filesOf('src/app/signed-in-layout.tsx', manifest).map(preload),
  ...fonts(manifest),
];
