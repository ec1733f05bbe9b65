import { routes } from '@desk/contracts';
import type { RequestHandler } from 'express';
import { PROBLEM_TYPE, toProblem } from '../errors/problem.js';
import type { IngestAdmission } from './ingest-admission.js';

/**
 * Refuses posts of leads under overload before anything else costs time: the body is not parsed, the funnel not
 * identified and no limit counted in Redis.
 */
export const refuseEarly =
  (admission: IngestAdmission): RequestHandler =>
  (request, response, next) => {
    const { method, path } = routes.postLead;
    const refusal = request.method === method && request.path === path ? admission.findRefusal() : undefined;
    if (!refusal) {
      next();
      return;
    }
    response.setHeader('retry-after', refusal.info['retryAfter'] ?? '1');
    response
      .status(refusal.status)
      .type(PROBLEM_TYPE)
      .end(JSON.stringify(toProblem(refusal)));
  };
