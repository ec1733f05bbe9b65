import { DomainError } from '@desk/contracts';
import type { RequestHandler, Response } from 'express';
import { addCorsHeaders, type FunnelOrigins } from '../auth/funnel-origins.js';
import { answerProblem } from '../errors/problem.js';

const INGEST = '/api/ingest/';
const MAX_AGE_SECONDS = 600;
const MAX_ORIGIN_LENGTH = 255;

/**
 * Answers what browsers ask before they post across origins. The key is not sent with it, so it is allowed for the origins
 * of all funnels; the post itself only for those of its own.
 */
export const answerPreflights =
  (origins: Pick<FunnelOrigins, 'includes'>): RequestHandler =>
  (request, response, next) => {
    if (request.method !== 'OPTIONS' || !request.path.startsWith(INGEST)) {
      next();
      return;
    }
    void answer(origins, request.get('origin') ?? '', response);
  };

async function answer(
  origins: Pick<FunnelOrigins, 'includes'>,
  origin: string,
  response: Response,
): Promise<void> {
  const isKnown = origin.length <= MAX_ORIGIN_LENGTH ? origins.includes(origin) : Promise.resolve(false);
  const refusal = await isKnown.then(
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
