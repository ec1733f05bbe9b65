import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SandboxControl } from './control/control.js';
import { handleControlRequest } from './control/routes.js';
import { toRefusal } from './faults/service-refusals.js';
import type { FaultInjector, FaultPlan } from './faults/faults.js';
import {
  BodyTooLargeError,
  notFound,
  readExchange,
  send,
  type Exchange,
  type Reply,
} from './http/exchange.js';
import type { Inbox } from './inbox/inbox.js';
import { handleHook } from './messages/hooks.js';
import { handleTwilio } from './messages/twilio.js';
import type { TwilioCallbacks } from './messages/twilio-callbacks.js';
import type { SandboxOptions } from './options.js';
import { pageFiles } from './page/files.js';
import type { LiveStream } from './page/live-stream.js';
import { handleSlackApi, handleSlackWebhook } from './slack/api.js';
import { handleAuthorize } from './slack/authorize.js';
import type { PushService } from './push/push-service.js';
import type { SlackWorkspace } from './slack/workspace.js';
import type { StripeApi } from './stripe/api.js';

export interface Parts {
  readonly api: StripeApi;
  readonly control: SandboxControl;
  readonly faults: FaultInjector;
  readonly inbox: Inbox;
  readonly live: LiveStream;
  readonly logger: Logger;
  readonly options: SandboxOptions;
  readonly push: PushService;
  readonly slack: SlackWorkspace;
  readonly twilio: TwilioCallbacks;
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
async function applyFault(plan: FaultPlan, path: string, perform: () => Promise<Reply>): Promise<Reply> {
  if (plan.latencyMs > 0) await sleep(plan.latencyMs);
  const { fault } = plan;
  const refusal = fault?.kind === 'refuse' ? toRefusal(path, fault.code ?? '') : undefined;
  if (refusal) return refusal;
  if (fault?.kind !== 'status') return perform();
  if (fault.effect === true) await perform();
  const { retryAfterSeconds } = fault;
  return {
    status: fault.status ?? 500,
    text: fault.body ?? 'sandbox fault',
    ...(retryAfterSeconds !== undefined && { headers: { 'retry-after': String(retryAfterSeconds) } }),
  };
}

/** The code with which Twilio reports later that a message was not delivered. */
const lateFailureOf = ({ fault }: FaultPlan): number | undefined =>
  fault?.kind === 'refuse' ? Number(fault.code) : undefined;

const toSlackParts = ({ inbox, slack, options }: Parts) => ({
  inbox,
  workspace: slack,
  app: { clientId: options.slackClientId, clientSecret: options.slackClientSecret },
});

const showAuthorize = (exchange: Exchange, { slack, options }: Parts): Reply =>
  handleAuthorize(exchange, slack, { clientId: options.slackClientId, publicUrl: options.publicUrl });

function findService(parts: Parts, exchange: Exchange): ((plan: FaultPlan) => Promise<Reply>) | undefined {
  const { path } = exchange;
  if (path.startsWith('/v1/')) return (plan) => parts.api.handle(exchange, plan);
  if (path.startsWith('/2010-04-01/') || path.startsWith('/v2/PhoneNumbers/'))
    return (plan) =>
      applyFault(plan, path, () => handleTwilio(exchange, parts.inbox, parts.twilio, lateFailureOf(plan)));
  if (path.startsWith('/services/'))
    return (plan) => applyFault(plan, path, () => handleSlackWebhook(exchange, parts.inbox));
  if (path.startsWith('/hooks/'))
    return (plan) => applyFault(plan, path, () => handleHook(exchange, parts.inbox));
  if (path.startsWith('/push/')) return (plan) => applyFault(plan, path, () => parts.push.handle(exchange));
  if (path.startsWith('/api/'))
    return (plan) => applyFault(plan, path, () => handleSlackApi(exchange, toSlackParts(parts)));
  if (path === '/oauth/v2/authorize')
    return (plan) => applyFault(plan, path, () => Promise.resolve(showAuthorize(exchange, parts)));
  return undefined;
}

/** A page on another site must not control the sandbox of its visitor. */
const isCrossSite = (request: IncomingMessage): boolean =>
  request.method !== 'GET' && ['cross-site', 'same-site'].includes(request.headers['sec-fetch-site'] ?? '');

async function handleRequest(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const browserPath = path.startsWith('/v1/') || path.startsWith('/sandbox/authenticate/');
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
  const callService = findService(parts, exchange);
  if (!callService) {
    if (isCrossSite(request) && !browserPath) {
      send(response, {
        status: 403,
        json: { error: 'forbidden', message: 'Requests from another site are not allowed.' },
      });
      return;
    }
    const reply = await handleControlRequest(parts.control, exchange);
    send(response, reply ?? notFound(`No route for ${exchange.method} ${path}.`), cors);
    return;
  }
  const plan = parts.faults.plan({ target: 'http', method: exchange.method, path });
  if (plan.fault?.kind === 'lost-request') {
    if (plan.latencyMs > 0) await sleep(plan.latencyMs);
    request.socket.destroy();
    return;
  }
  const reply = await callService(plan);
  if (plan.fault?.kind === 'lost-answer') request.socket.destroy();
  else send(response, reply, cors);
}

export function createHandler(parts: Parts): RequestListener {
  return (request, response) => {
    handleRequest(parts, request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return;
      if (error instanceof BodyTooLargeError) {
        send(response, { status: 413, json: { error: 'too_large', message: error.message } });
        return;
      }
      parts.logger.error({ err: error, method: request.method }, 'sandbox request failed');
      send(response, {
        status: 500,
        json: { error: 'internal', message: 'The sandbox failed; see its log.' },
      });
    });
  };
}
