import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface SiteFile {
  readonly type: string;
  readonly etag: string;
  readonly isPage: boolean;
  /** The address of an asset names its content, so that it never changes. */
  readonly isHashed: boolean;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.woff2': 'font/woff2',
};
const ORIGIN = '__ORIGIN__';

const compressed = (body: Buffer) => ({
  gzip: gzipSync(body, { level: 9 }),
  br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
});

/** A text that is made here: a page, or one of the files for search engines. */
export const textFile = (name: string, text: string): SiteFile => {
  const identity = Buffer.from(text);
  return describe(name, identity, compressed(identity));
};

function describe(name: string, identity: Buffer, others: Partial<Record<Encoding, Buffer>>): SiteFile {
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    isPage: extname(name) === '.html',
    isHashed: name.startsWith('assets/'),
    bodies: { identity, ...others },
  };
}

function read(folder: string, name: string, origin: string): SiteFile {
  const file = join(folder, name);
  if (extname(name) === '.html') return textFile(name, readFileSync(file, 'utf8').replaceAll(ORIGIN, origin));
  const ahead = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : undefined);
  const [br, gzip] = [ahead('.br'), ahead('.gz')];
  return describe(name, readFileSync(file), { ...(br && { br }), ...(gzip && { gzip }) });
}

/**
 * The built site, held in memory by its file names: it is small, and no path that somebody asks for reaches the
 * file system. Empty when it was not built.
 */
export function readSite(folder: string, origin: string): Map<string, SiteFile> {
  if (!existsSync(join(folder, 'index.html'))) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return new Map(names.map((name) => [name, read(folder, name, origin)]));
}
