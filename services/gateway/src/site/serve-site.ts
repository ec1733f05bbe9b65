import { fileURLToPath } from 'node:url';
import type { Logger, SettingsOf, siteSettings } from '@desk/service-kit';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler, Response } from 'express';
import { SessionCookie } from '../auth/session-cookie.js';
import { findPage, SHELL } from './find-page.js';
import { searchEngineFiles } from './search-engines.js';
import { SECURITY_FILE, securityFile } from './security-file.js';
import { type BuiltSite, type Encoding, readSite, type SiteFile } from './site-files.js';
import { setVisitorHint } from './visitor-hint.js';

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
