import { type SiteFile, textFile } from './site-files.js';

const CANONICAL = /<link rel="canonical" href="([^"]+)"/;

/** Returns `robots.txt` and a sitemap of every page that has a canonical URL. */
export function searchEngineFiles(
  files: ReadonlyMap<string, SiteFile>,
  origin: string,
): Map<string, SiteFile> {
  const urls = [...files.values()]
    .filter(({ isPage }) => isPage)
    .flatMap(({ bodies }) => CANONICAL.exec(bodies.identity.toString())?.[1] ?? [])
    .sort();
  const robots = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.map((url) => `  <url><loc>${url}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
  return new Map([
    ['robots.txt', textFile('robots.txt', robots)],
    ['sitemap.xml', textFile('sitemap.xml', sitemap)],
  ]);
}
