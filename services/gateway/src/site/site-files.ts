import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { parse, type SitePage, sitePagesFile } from '@desk/contracts';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface SiteFile {
  readonly type: string;
  readonly etag: string;
  readonly isPage: boolean;
  /** Whether its name contains a hash of its content, so that it never changes. */
  readonly isHashed: boolean;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.woff2': 'font/woff2',
};
/** Replaced in pages by the site's origin, which the build does not know. */
const ORIGIN_PLACEHOLDER = '__ORIGIN__';

const compress = (body: Buffer) => ({
  gzip: gzipSync(body, { level: 9 }),
  br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
});

/** A file whose text is only known at startup. */
export const textFile = (name: string, text: string): SiteFile => {
  const identity = Buffer.from(text);
  return describe(name, identity, compress(identity));
};

function describe(name: string, identity: Buffer, compressed: Partial<Record<Encoding, Buffer>>): SiteFile {
  return {
    type: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    isPage: extname(name) === '.html',
    isHashed: name.startsWith('assets/'),
    bodies: { identity, ...compressed },
  };
}

function readFile(folder: string, name: string, origin: string): SiteFile {
  const file = join(folder, name);
  if (extname(name) === '.html')
    return textFile(name, readFileSync(file, 'utf8').replaceAll(ORIGIN_PLACEHOLDER, origin));
  const precompressed = (suffix: string) =>
    existsSync(file + suffix) ? readFileSync(file + suffix) : undefined;
  const [br, gzip] = [precompressed('.br'), precompressed('.gz')];
  return describe(name, readFileSync(file), { ...(br && { br }), ...(gzip && { gzip }) });
}

export interface BuiltSite {
  /** By name, relative to the site's root. In memory, so that no requested path reaches the file system. */
  readonly files: Map<string, SiteFile>;
  readonly pages: readonly SitePage[];
}

/** Returns null when the site is not built. */
export function readSite(folder: string, origin: string): BuiltSite | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CONTENT_TYPES[extname(entry.name)] !== undefined)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return {
    files: new Map(names.map((name) => [name, readFile(folder, name, origin)])),
    pages: parse(sitePagesFile, JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'))),
  };
}

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

export const SECURITY_FILE = '.well-known/security.txt';

/** Counted from each start. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** Returns where to report a vulnerability, in the form of RFC 9116. */
export const securityFile = (origin: string, now = Date.now()): SiteFile =>
  textFile(
    SECURITY_FILE,
    [
      `Contact: ${origin}/contact`,
      `Expires: ${new Date(now + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/${SECURITY_FILE}`,
      `Policy: ${origin}/security-policy.txt`,
      '',
    ].join('\n'),
  );
