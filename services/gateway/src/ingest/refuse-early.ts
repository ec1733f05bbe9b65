import { PRIVATE_ADDRESS_PATH, routes } from '@desk/contracts';
import type { RequestHandler } from 'express';
import { answerProblem } from '../errors/problem.js';
import { routePath } from '../http/route-of.js';
import type { IngestAdmission } from './ingest-admission.js';

const PATHS: readonly (string | undefined)[] = [routes.postLead.path, routes.postLeads.path];

/**
 * Refuses posts of leads under overload before anything else costs time: the body is not parsed, the funnel not
 * identified and no limit counted in Redis.
 */
export const refuseEarly =
  (admission: IngestAdmission): RequestHandler =>
  (request, response, next) => {
    const path = routePath(request.path);
    const isPost =
      request.method === 'POST' && (PATHS.includes(path) || path.startsWith(`${PRIVATE_ADDRESS_PATH}/`));
    const refusal = isPost ? admission.findRefusal() : undefined;
    if (refusal) answerProblem(response, refusal);
    else next();
  };
