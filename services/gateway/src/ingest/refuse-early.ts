import { routes } from '@desk/contracts';
import type { RequestHandler } from 'express';
import { PROBLEM_TYPE, toProblem } from '../errors/problem.js';
import { routePath } from '../http/route-path.js';
import type { IngestAdmission } from './ingest-admission.js';

const ACCEPTED = 201;

/**
 * Refuses posts of leads under overload before anything else costs time: the body is not parsed, the funnel not
 * identified and no limit counted in Redis. The leads of a batch are let in one by one, once they are read.
 */
export const refuseEarly =
  (admission: IngestAdmission): RequestHandler =>
  (request, response, next) => {
    const path = request.method === 'POST' ? routePath(request.path) : undefined;
    const isLead = path === routes.postLead.path;
    const isBatch = path === routes.postLeads.path;
    const refusal = isLead ? admission.admit() : isBatch ? admission.findRefusal() : undefined;
    if (!refusal) {
      if (isLead)
        response.once('close', () => {
          if (response.statusCode !== ACCEPTED) admission.giveBackPlace();
        });
      next();
      return;
    }
    response.setHeader('retry-after', refusal.info['retryAfter'] ?? '1');
    response
      .status(refusal.status)
      .type(PROBLEM_TYPE)
      .end(JSON.stringify(toProblem(refusal)));
  };
