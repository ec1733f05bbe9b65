import { fileURLToPath } from 'node:url';
import { type SitePage, toPageFile } from '@desk/contracts';
import type { Logger, SettingsOf, siteSettings } from '@desk/service-kit';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler, Response } from 'express';
import { SessionCookie } from '../auth/session-cookie.js';
import {
  type BuiltSite,
  type Encoding,
  readSite,
  searchEngineFiles,
  SECURITY_FILE,
  securityFile,
  type SiteFile,
} from './site-files.js';

/** How a path is answered. */
export type PageResult =
  | { readonly kind: 'file'; readonly name: string; readonly status: 200 | 404 }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'none' };

/** The page without content, in which the browser renders every path that is not prerendered. */
export const SHELL = 'shell.html';

export interface Site {
  readonly hasFile: (name: string) => boolean;
  readonly pages: readonly SitePage[];
}

function matches(pattern: string, path: string): boolean {
  const [expected, given] = [pattern.split('/'), path.split('/')];
  return (
    expected.length === given.length &&
    expected.every((segment, index) =>
      segment.startsWith(':') ? given[index] !== '' : segment === given[index],
    )
  );
}

export function findPage(path: string, { hasFile, pages }: Site, isSignedIn: boolean): PageResult {
  const name = path.slice(1);
  if (name !== '' && !name.endsWith('.html') && hasFile(name)) return { kind: 'file', name, status: 200 };
  if (name.startsWith('assets/')) return { kind: 'none' };
  if (path === '/') return { kind: 'file', name: 'index.html', status: 200 };
  const prerendered = `${name.replace(/\/$/, '')}/index.html`;
  // Redirects only to paths that exist: `//other-site/` would lead to another site.
  if (hasFile(prerendered))
    return path.endsWith('/')
      ? { kind: 'redirect', to: path.slice(0, -1) }
      : { kind: 'file', name: prerendered, status: 200 };
  const page = pages.find((one) => matches(one.path, path));
  if (!page) return { kind: 'file', name: '404.html', status: 404 };
  // One file for all values of its parameter.
  if (page.kind === 'prerendered') return { kind: 'file', name: toPageFile(page.path), status: 200 };
  // The browser shows visitors Page Not Found, so the status must say the same.
  const isFound = page.kind !== 'signed-in' || isSignedIn;
  return { kind: 'file', name: SHELL, status: isFound ? 200 : 404 };
}

/** Readable by scripts, so neither secret nor proof. It only means that this browser has no session cookie. */
const COOKIE = 'desk-visitor';
/** Browsers accept this prefix only over https, from this host and for all its paths. */
const SECURE_COOKIE = `__Host-${COOKIE}`;

/** Lets a visitor's page skip the request for the signed-in user. Sets the cookie only when it changes. */
export function setVisitorHint(request: Request, response: Response, isSignedIn: boolean): void {
  const cookies = request.cookies as Readonly<Record<string, unknown>> | undefined;
  const name = request.secure ? SECURE_COOKIE : COOKIE;
  const hasHint = cookies?.[name] === '1';
  if (isSignedIn === !hasHint) return;
  const options = { path: '/', sameSite: 'lax', secure: request.secure } as const;
  if (isSignedIn) response.clearCookie(name, options);
  else response.cookie(name, '1', options);
}

const BUILT_SITE = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

const HASHED_CACHE = 'public, max-age=31536000, immutable';
const FILE_CACHE = 'public, max-age=3600';
// Pages are revalidated each time, mostly with a 304. Private, because the visitor hint is per browser.
const PAGE_CACHE = 'private, no-cache';
/** Keeps browsers from restoring a signed-in page after a sign-out. */
const SIGNED_IN_CACHE = 'no-store';

const cacheOf = ({ isHashed, isPage }: SiteFile, name: string): string =>
  name === SHELL ? SIGNED_IN_CACHE : isHashed ? HASHED_CACHE : isPage ? PAGE_CACHE : FILE_CACHE;

/**
 * Our own pages have no inline styles, and load scripts only through the policy in `web/src/lib/trusted-scripts.ts`. The
 * API documentation needs more.
 */
function tightenPolicy(response: Response): void {
  const policy = response.getHeader('content-security-policy');
  if (typeof policy !== 'string') return;
  const own = policy.replace(/style-src [^;]*/, "style-src 'self'");
  response.setHeader(
    'content-security-policy',
    `${own};require-trusted-types-for 'script';trusted-types default`,
  );
}

function send(request: Request, response: Response, file: SiteFile, cacheControl: string): void {
  const available = (['br', 'gzip', 'identity'] as const).filter((encoding) => file.bodies[encoding]);
  const accepted = request.acceptsEncodings([...available]);
  const encoding: Encoding = accepted === false ? 'identity' : (accepted as Encoding);
  response.vary('accept-encoding');
  response.setHeader('cache-control', cacheControl);
  response.setHeader('etag', `"${file.etag}-${encoding}"`);
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const body = file.bodies[encoding] ?? file.bodies.identity;
  response.setHeader('content-type', file.type);
  response.setHeader('content-length', body.length);
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function siteHandler({ files, pages }: BuiltSite, cookie: SessionCookie): RequestHandler {
  const site = { hasFile: (name: string) => files.has(name), pages };
  return (request, response, next) => {
    const { method, path } = request;
    if ((method !== 'GET' && method !== 'HEAD') || path === '/api' || path.startsWith('/api/')) {
      next();
      return;
    }
    const isSignedIn = cookie.readSid(request) !== null;
    const result = findPage(path, site, isSignedIn);
    if (result.kind === 'redirect') {
      response.redirect(308, result.to);
      return;
    }
    const file = result.kind === 'file' ? files.get(result.name) : undefined;
    if (!file || result.kind === 'none') {
      response.status(404).type('text/plain').setHeader('cache-control', 'no-store');
      response.end('Not found');
      return;
    }
    response.status(result.status);
    if (file.isPage) {
      tightenPolicy(response);
      setVisitorHint(request, response, isSignedIn);
    }
    send(request, response, file, cacheOf(file, result.name));
  };
}

/** Serves the built `web` at every path but `/api`. */
export function serveSite(
  app: NestExpressApplication,
  env: SettingsOf<typeof siteSettings>,
  logger: Logger,
): void {
  const { origin } = new URL(env.PUBLIC_URL);
  const site = readSite(BUILT_SITE, origin);
  if (!site) {
    logger.warn({ event: 'no-site' }, 'site not built: serving the API only');
    return;
  }
  for (const [name, file] of searchEngineFiles(site.files, origin)) site.files.set(name, file);
  site.files.set(SECURITY_FILE, securityFile(origin));
  app.use(siteHandler(site, app.get(SessionCookie)));
}
