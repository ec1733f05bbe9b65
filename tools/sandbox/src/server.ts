import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SandboxControl } from './control/control.js';
import { handleControlRequest } from './control/routes.js';
import type { FaultPlan } from './faults/faults.js';
import { notFound, readExchange, send, type Exchange, type Reply } from './http/exchange.js';
import { handleHook } from './messages/hooks.js';
import { refuseTwilio } from './messages/twilio-refusals.js';
import { handleTwilio } from './messages/twilio.js';
import type { SandboxOptions } from './options.js';
import { pageFiles } from './page/files.js';
import type { LiveStream } from './page/live-stream.js';
import { handleSlackApi, refuseSlack } from './slack/api.js';
import { handleAuthorize } from './slack/authorize.js';

interface Parts {
  readonly control: SandboxControl;
  readonly live: LiveStream;
  readonly logger: Logger;
  readonly options: SandboxOptions;
}

/** Allows browser requests from the configured origins only. Requests without `Origin` need no header. */
function corsHeaders(request: IncomingMessage, allowed: string | undefined): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || !(allowed ?? '').split(',').some((entry) => entry.trim() === origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
    'access-control-max-age': '600',
    vary: 'origin',
  };
}

/** Calls a simulated service other than the card provider and applies the planned fault. */
async function applyFault({ latencyMs, fault }: FaultPlan, service: Service, call: Call): Promise<Reply> {
  if (latencyMs > 0) await sleep(latencyMs);
  const refusal = fault?.kind === 'refuse' ? service.refuse?.(fault.code ?? '') : undefined;
  if (refusal) return refusal;
  if (fault?.kind !== 'status') return service.handle(call);
  if (fault.effect === true) await service.handle(call);
  const { retryAfterSeconds } = fault;
  return {
    status: fault.status ?? 500,
    text: fault.body ?? 'sandbox fault',
    ...(retryAfterSeconds !== undefined && { headers: { 'retry-after': String(retryAfterSeconds) } }),
  };
}

interface Call extends Parts {
  readonly exchange: Exchange;
  readonly plan: FaultPlan;
}

interface Service {
  /** Beginning of the service's paths. */
  readonly path: string;
  readonly handle: (call: Call) => Reply | Promise<Reply>;
  /** Returns the answer to a `refuse` fault; undefined if the request is accepted first, and refused only later. */
  readonly refuse?: (code: string) => Reply | undefined;
}

const twilio: Omit<Service, 'path'> = {
  // Twilio reports some refusals only later, in a callback.
  handle: ({ exchange, control, plan: { fault } }) =>
    handleTwilio(
      exchange,
      control.inbox,
      control.twilio,
      fault?.kind === 'refuse' ? Number(fault.code) : undefined,
    ),
  refuse: (code) => refuseTwilio(Number(code)),
};

const services: readonly Service[] = [
  { path: '/2010-04-01/', ...twilio },
  { path: '/v2/PhoneNumbers/', ...twilio },
  { path: '/v25.0/', handle: ({ exchange, control }) => control.meta.handle(exchange) },
  { path: '/hooks/', handle: ({ exchange, control }) => handleHook(exchange, control.inbox) },
  { path: '/push/', handle: ({ exchange, control }) => control.push.handle(exchange) },
  {
    path: '/api/',
    handle: ({ exchange, control, options }) => handleSlackApi(exchange, { ...control, options }),
    refuse: refuseSlack,
  },
  {
    path: '/oauth/v2/authorize',
    handle: ({ exchange, control, options }) => handleAuthorize(exchange, control.slack, options),
  },
];

const CARD_API = '/v1/';

/** A page on another site must not control its visitor's sandbox. */
const isCrossSite = (request: IncomingMessage): boolean =>
  request.method !== 'GET' && ['cross-site', 'same-site'].includes(request.headers['sec-fetch-site'] ?? '');

const FORBIDDEN: Reply = {
  status: 403,
  json: { error: 'forbidden', message: 'Requests from another site are not allowed.' },
};

async function handleRequest(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const browserPath = path.startsWith(CARD_API) || path.startsWith('/sandbox/authenticate/');
  const cors = browserPath ? corsHeaders(request, parts.options.allowedOrigin) : {};
  if (request.method === 'OPTIONS') {
    send(response, { status: 204 }, cors);
    return;
  }
  const file = request.method === 'GET' ? pageFiles.get(path) : undefined;
  if (file) {
    send(response, { status: 200, headers: file.headers, text: file.text });
    return;
  }
  if (path === '/sandbox/stream') {
    parts.live.join(response);
    return;
  }
  const exchange = await readExchange(request);
  const { control } = parts;
  const service = services.find((one) => path.startsWith(one.path));
  if (!service && !path.startsWith(CARD_API)) {
    const reply =
      isCrossSite(request) && !browserPath
        ? FORBIDDEN
        : ((await handleControlRequest(control, exchange)) ??
          notFound(`No route for ${exchange.method} ${path}.`));
    send(response, reply, cors);
    return;
  }
  const plan = control.faults.plan({ target: 'http', method: exchange.method, path });
  if (plan.fault?.kind === 'lost-request') {
    if (plan.latencyMs > 0) await sleep(plan.latencyMs);
    request.socket.destroy();
    return;
  }
  const reply = service
    ? await applyFault(plan, service, { ...parts, exchange, plan })
    : await control.api.handle(exchange, plan);
  if (plan.fault?.kind === 'lost-answer') request.socket.destroy();
  else send(response, reply, cors);
}

export function createHandler(parts: Parts): RequestListener {
  return (request, response) => {
    handleRequest(parts, request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return;
      parts.logger.error({ err: error, method: request.method }, 'sandbox request failed');
      send(response, {
        status: 500,
        json: { error: 'internal', message: 'The sandbox failed; see its log.' },
      });
    });
  };
}
