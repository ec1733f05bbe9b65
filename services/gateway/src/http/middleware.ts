import type { Logger } from '@desk/service-kit';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import cookieParser from 'cookie-parser';
import type { NextFunction, Request, Response } from 'express';
import type { Registry } from 'prom-client';
import { type GatewayEnv, trustedProxies } from '../env.js';
import { accessLog } from './access-log.js';
import { bodyParsing } from './body-parsing.js';
import { isEventStream } from './event-stream.js';
import { requestContext } from './request-context.js';
import { securityHeaders } from './security-headers.js';

const BODY_LIMIT = '64kb';
const WEBHOOK_BODY_LIMIT = '1mb';

/** Answers are about one person and one moment. A route that is not may say so itself. */
const noStore = (_request: Request, response: Response, next: NextFunction): void => {
  response.setHeader('cache-control', 'no-store');
  next();
};

/** A stream of events would sit in the compressor until there is enough of it. */
const isCompressed: compression.CompressionFilter = (request, response) =>
  !isEventStream(response) && compression.filter(request, response);

/** What runs before the routes, in this order. */
export function useMiddleware(
  app: NestExpressApplication,
  env: GatewayEnv,
  logger: Logger,
  metrics: Registry,
): void {
  app.set('trust proxy', trustedProxies(env.TRUST_PROXY));
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(requestContext);
  app.use(accessLog(logger, metrics));
  app.use(securityHeaders(env));
  app.use('/api', noStore);
  app.use(compression({ filter: isCompressed }));
  app.use(cookieParser());
  const webhookBody = bodyParsing(WEBHOOK_BODY_LIMIT);
  const body = bodyParsing(BODY_LIMIT);
  app.use((...[request, response, next]: Parameters<typeof body>) =>
    (request.path.startsWith('/api/webhooks/') ? webhookBody : body)(request, response, next),
  );
}
