import { routes, TWILIO_PATHS } from '@desk/contracts';
import type { Logger, Metrics } from '@desk/service-kit';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import cookieParser from 'cookie-parser';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { type HttpEnv, toTrustProxySetting } from './http-settings.js';
import { accessLog } from './access-log.js';
import { bodyParsing, rawBodyReading } from './body-parsing.js';
import { isEventStream } from './event-stream.js';
import { plainForwardedFor } from './forwarded-for.js';
import { limitOpenRequests } from './open-requests.js';
import { requestContext } from './request-context.js';
import { routePath } from './route-path.js';
import { securityHeaders } from './security-headers.js';
import { urlLimit } from './url-limit.js';

const BODY_LIMIT = '64kb';
/** 100 leads, each with the wording that the person agreed to. */
const BATCH_BODY_LIMIT = '640kb';
const WEBHOOK_BODY_LIMIT = '256kb';
/** Far above a text message of 1,600 characters. */
const TEXT_MESSAGE_BODY_LIMIT = '16kb';

/** Answers are personal and current by default. A route may set another cache policy. */
const noStore = (_request: Request, response: Response, next: NextFunction): void => {
  response.setHeader('cache-control', 'no-store');
  next();
};

/** Event streams are not compressed: events would wait in the compressor's buffer. */
const isCompressed: compression.CompressionFilter = (request, response) =>
  !isEventStream(response) && compression.filter(request, response);

/** Registers what runs before the routes, in this order. `refuseEarly` may answer before a body is parsed. */
export function useMiddleware(
  app: NestExpressApplication,
  env: HttpEnv,
  logger: Logger,
  metrics: Metrics,
  refuseEarly: RequestHandler,
  answerPreflights: RequestHandler,
): void {
  app.set('trust proxy', toTrustProxySetting(env.TRUST_PROXY));
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(plainForwardedFor);
  app.use(requestContext);
  app.use(accessLog(logger, metrics));
  app.use(securityHeaders(env));
  app.use(limitOpenRequests(env.MAX_CONNECTIONS_PER_NETWORK));
  app.use(urlLimit);
  app.use('/api', noStore);
  app.use(answerPreflights);
  app.use(refuseEarly);
  app.use(compression({ filter: isCompressed }));
  app.use(cookieParser());
  const webhookBody = rawBodyReading(WEBHOOK_BODY_LIMIT);
  const textMessageBody = rawBodyReading(TEXT_MESSAGE_BODY_LIMIT);
  const body = bodyParsing(BODY_LIMIT);
  const batchBody = bodyParsing(BATCH_BODY_LIMIT);
  const parserOf = (path: string): typeof body => {
    if (path.startsWith(TWILIO_PATHS.inbound)) return textMessageBody;
    if (path === routes.postLeads.path) return batchBody;
    return path.startsWith('/api/webhooks/') ? webhookBody : body;
  };
  app.use((...[request, response, next]: Parameters<typeof body>) =>
    parserOf(routePath(request.path))(request, response, next),
  );
}
