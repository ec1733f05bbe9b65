import { fileURLToPath } from 'node:url';
import type { Logger } from '@desk/service-kit';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler, Response } from 'express';
import { SessionCookie } from '../auth/session-cookie.js';
import type { GatewayEnv } from '../env.js';
import { findPage } from './find-page.js';
import { searchEngineFiles } from './search-engines.js';
import { type Encoding, readSite, type SiteFile } from './site-files.js';
import { tellVisitor } from './visitor-hint.js';

const BUILT_SITE = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

const HASHED_CACHE = 'public, max-age=31536000, immutable';
const FILE_CACHE = 'public, max-age=3600';
// A page is asked for each time and mostly answered 304; what it says of the visitor is for nobody else.
const PAGE_CACHE = 'private, no-cache';

const cacheOf = ({ isHashed, isPage }: SiteFile): string =>
  isHashed ? HASHED_CACHE : isPage ? PAGE_CACHE : FILE_CACHE;

/** Our own pages bring no inline styles; only the description of the API does. */
function tightenPolicy(response: Response): void {
  const policy = response.getHeader('content-security-policy');
  if (typeof policy === 'string')
    response.setHeader('content-security-policy', policy.replace(/style-src [^;]*/, "style-src 'self'"));
}

function send(request: Request, response: Response, file: SiteFile): void {
  const offered = (['br', 'gzip', 'identity'] as const).filter((encoding) => file.bodies[encoding]);
  const chosen = request.acceptsEncodings([...offered]);
  const encoding: Encoding = chosen === false ? 'identity' : (chosen as Encoding);
  response.vary('accept-encoding');
  response.setHeader('cache-control', cacheOf(file));
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

function siteHandler(files: ReadonlyMap<string, SiteFile>, cookie: SessionCookie): RequestHandler {
  return (request, response, next) => {
    const { method, path } = request;
    if ((method !== 'GET' && method !== 'HEAD') || path === '/api' || path.startsWith('/api/')) {
      next();
      return;
    }
    const isSignedIn = cookie.readSid(request) !== null;
    const found = findPage(path, (name) => files.has(name), isSignedIn);
    if (found.kind === 'moved') {
      response.redirect(308, found.to);
      return;
    }
    const file = found.kind === 'file' ? files.get(found.name) : undefined;
    if (!file || found.kind === 'none') {
      response.status(404).type('text/plain').setHeader('cache-control', 'no-store');
      response.end('Not found');
      return;
    }
    response.status(found.status);
    if (file.isPage) {
      tightenPolicy(response);
      tellVisitor(request, response, isSignedIn);
    }
    send(request, response, file);
  };
}

/** Serves what `web` was built to, at every address but `/api`. */
export function serveSite(app: NestExpressApplication, env: GatewayEnv, logger: Logger): void {
  const { origin } = new URL(env.PUBLIC_URL);
  const files = readSite(BUILT_SITE, origin);
  if (files.size === 0) {
    logger.warn({ event: 'no-site' }, 'the site is not built: only the API is served');
    return;
  }
  for (const [name, file] of searchEngineFiles(files, origin)) files.set(name, file);
  app.use(siteHandler(files, app.get(SessionCookie)));
}
