import { DomainError } from '@desk/contracts';
import type { RequestHandler, Response } from 'express';
import type { FunnelOrigins } from '../auth/funnel-origins.js';
import { answerProblem } from '../errors/problem.js';

const INGEST = '/api/ingest/';
const MAX_AGE_SECONDS = 600;
const MAX_ORIGIN_LENGTH = 255;

type Origins = Pick<FunnelOrigins, 'includes'>;

/** Lets a page of this origin read the response. Caches keep a response for each origin. */
function addCorsHeaders(response: Response, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'retry-after');
  response.vary('Origin');
}

const isKnown = (origins: Origins, origin: string): Promise<boolean> =>
  origin.length <= MAX_ORIGIN_LENGTH ? origins.includes(origin) : Promise.resolve(false);

/**
 * Lets pages of all funnels read the answers to their posts, including refusals before the key is checked, when the
 * funnel is not known yet. Also answers preflight requests, which browsers send without the key.
 */
export const allowPages =
  (origins: Origins): RequestHandler =>
  (request, response, next) => {
    const origin = request.get('origin') ?? '';
    if (!request.path.startsWith(INGEST)) next();
    else if (request.method === 'OPTIONS') void answerPreflight(origins, origin, response);
    else if (origin === '') next();
    else
      void isKnown(origins, origin)
        .catch(() => false)
        .then((known) => {
          if (known) addCorsHeaders(response, origin);
          next();
        });
  };

async function answerPreflight(origins: Origins, origin: string, response: Response): Promise<void> {
  const refusal = await isKnown(origins, origin).then(
    (known) => (known ? undefined : new DomainError('ORIGIN_NOT_ALLOWED')),
    () => new DomainError('UNAVAILABLE', { info: { retryAfter: '2' } }),
  );
  if (refusal) {
    answerProblem(response, refusal);
    return;
  }
  addCorsHeaders(response, origin);
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, idempotency-key, x-funnel-key',
  );
  response.setHeader('access-control-max-age', String(MAX_AGE_SECONDS));
  response.status(204).end();
}
