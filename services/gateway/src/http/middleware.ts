import { isIP, isIPv4 } from 'node:net';
import { PRIVATE_ADDRESS_PATH, routes, TWILIO_PATHS } from '@desk/contracts';
import type { Logger, Metrics } from '@desk/service-kit';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import cookieParser from 'cookie-parser';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { accessLog } from './access-log.js';
import { bodyParsing, rawBodyReading } from './body-parsing.js';
import { isEventStream } from './event-stream.js';
import { type HttpEnv, toTrustProxySetting } from './http-settings.js';
import { limitOpenRequests, urlLimit } from './refusals.js';
import { requestContext } from './request-context.js';
import { routePath } from './route-of.js';
import { securityHeaders } from './security-headers.js';

const HEADER = 'x-forwarded-for';
/** `1.2.3.4:5678`, `[::1]:5678`, `[::1]`; the port does not identify the caller. */
const IPV4_WITH_PORT = /^([\d.]{7,15}):\d{1,5}$/;
const IPV6_IN_BRACKETS = /^\[([0-9a-f:.]{2,45})(?:%\w{1,16})?\](?::\d{1,5})?$/i;
const MAPPED_IPV4 = /^::ffff:([\d.]{7,15})$/i;
const MAX_ENTRY_LENGTH = 100;

/** Returns one entry of `X-Forwarded-For` as a plain address, or unchanged if it is not an address. */
export function toPlainAddress(entry: string): string {
  const text = entry.trim();
  if (text.length > MAX_ENTRY_LENGTH) return text;
  const unquoted = /^"(.*)"$/.exec(text)?.[1]?.trim() ?? text;
  const address = IPV4_WITH_PORT.exec(unquoted)?.[1] ?? IPV6_IN_BRACKETS.exec(unquoted)?.[1] ?? unquoted;
  const [withoutZone = ''] = address.split('%');
  const mapped = MAPPED_IPV4.exec(withoutZone)?.[1] ?? withoutZone;
  return isIPv4(mapped) || isIP(mapped) !== 0 ? mapped : text;
}

/**
 * Some proxies add ports, brackets or quotes. Without this, each port would be a network of its own, and a trusted
 * proxy that the header names would not be recognized.
 */
export function plainForwardedFor(request: Request, _response: Response, next: NextFunction): void {
  const header = request.headers[HEADER];
  if (typeof header === 'string') request.headers[HEADER] = header.split(',').map(toPlainAddress).join(', ');
  next();
}

const BODY_LIMIT = '64kb';
/** 100 leads, each with the wording that the person agreed to. */
const BATCH_BODY_LIMIT = '640kb';
const WEBHOOK_BODY_LIMIT = '256kb';
/** A lead in any tool's format, with what the tool adds about itself. */
const ADDRESS_BODY_LIMIT = '256kb';
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
  allowPages: RequestHandler,
): void {
  app.set('trust proxy', toTrustProxySetting(env.TRUST_PROXY));
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.use(plainForwardedFor);
  app.use(requestContext);
  app.use(accessLog(logger, metrics));
  app.use(securityHeaders(env));
  app.use('/api', noStore);
  app.use(allowPages);
  app.use(limitOpenRequests(env.MAX_CONNECTIONS_PER_NETWORK));
  app.use(urlLimit);
  app.use(refuseEarly);
  app.use(compression({ filter: isCompressed }));
  app.use(cookieParser());
  const webhookBody = rawBodyReading(WEBHOOK_BODY_LIMIT);
  const textMessageBody = rawBodyReading(TEXT_MESSAGE_BODY_LIMIT);
  const addressBody = rawBodyReading(ADDRESS_BODY_LIMIT, { inflates: true });
  const body = bodyParsing(BODY_LIMIT);
  const batchBody = bodyParsing(BATCH_BODY_LIMIT);
  const parserOf = (path: string): RequestHandler => {
    if (path.startsWith(TWILIO_PATHS.inbound)) return textMessageBody;
    if (path === routes.postLeads.path) return batchBody;
    if (path.startsWith(`${PRIVATE_ADDRESS_PATH}/`)) return addressBody;
    return path.startsWith('/api/webhooks/') ? webhookBody : body;
  };
  app.use((request: Request, response: Response, next: NextFunction) =>
    parserOf(routePath(request.path))(request, response, next),
  );
}
