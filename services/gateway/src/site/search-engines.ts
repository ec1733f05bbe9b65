import { type SiteFile, textFile } from './site-files.js';

const CANONICAL = /<link rel="canonical" href="([^"]+)"/;

/** `robots.txt`, and a map of the pages that say of themselves that they are to be found. */
export function searchEngineFiles(
  pages: ReadonlyMap<string, SiteFile>,
  origin: string,
): Map<string, SiteFile> {
  const addresses = [...pages.values()]
    .filter(({ isPage }) => isPage)
    .flatMap(({ bodies }) => CANONICAL.exec(bodies.identity.toString())?.[1] ?? [])
    .sort();
  const robots = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${address}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
  return new Map([
    ['robots.txt', textFile('robots.txt', robots)],
    ['sitemap.xml', textFile('sitemap.xml', sitemap)],
  ]);
}
