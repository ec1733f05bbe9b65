import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SandboxControl } from './control/control.js';
import { controlRoutes } from './control/routes.js';
import type { FaultInjector, Plan } from './faults/faults.js';
import { BodyTooLarge, notFound, readExchange, send, type Exchange, type Reply } from './http/exchange.js';
import type { Inbox } from './inbox/inbox.js';
import { slackApi, slackWebhook } from './messages/slack.js';
import { twilio } from './messages/twilio.js';
import type { SandboxOptions } from './options.js';
import { pageFiles } from './page/files.js';
import type { LiveStream } from './page/live-stream.js';
import type { StripeApi } from './stripe/api.js';

export interface Parts {
  readonly api: StripeApi;
  readonly control: SandboxControl;
  readonly faults: FaultInjector;
  readonly inbox: Inbox;
  readonly live: LiveStream;
  readonly logger: Logger;
  readonly options: SandboxOptions;
}

/** Browser calls come from the pages named alone; the answer of a call without `Origin` needs no header. */
function corsHeaders(request: IncomingMessage, allowed: string | undefined): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || !(allowed ?? '').split(',').some((one) => one.trim() === origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
    'access-control-max-age': '600',
    vary: 'origin',
  };
}

/** One of the stand-ins that is not the card provider, with the fault that is due. */
async function outside(plan: Plan, perform: () => Promise<Reply>): Promise<Reply> {
  if (plan.latencyMs > 0) await sleep(plan.latencyMs);
  const { fault } = plan;
  if (fault?.kind !== 'status') return perform();
  if (fault.effect === true) await perform();
  return { status: fault.status ?? 500, text: fault.body ?? 'sandbox fault' };
}

function standIn(parts: Parts, exchange: Exchange): ((plan: Plan) => Promise<Reply>) | undefined {
  const { path } = exchange;
  if (path.startsWith('/v1/')) return (plan) => parts.api.handle(exchange, plan);
  if (path.startsWith('/2010-04-01/')) return (plan) => outside(plan, () => twilio(exchange, parts.inbox));
  if (path.startsWith('/services/'))
    return (plan) => outside(plan, () => slackWebhook(exchange, parts.inbox));
  if (path.startsWith('/api/')) return (plan) => outside(plan, () => slackApi(exchange, parts.inbox));
  return undefined;
}

/** A page somewhere on the web must not steer the sandbox of the person who looks at it. */
const fromElsewhere = (request: IncomingMessage): boolean =>
  request.method !== 'GET' && ['cross-site', 'same-site'].includes(request.headers['sec-fetch-site'] ?? '');

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
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
  const perform = standIn(parts, exchange);
  if (!perform) {
    if (fromElsewhere(request) && !browserPath) {
      send(response, { status: 403, json: { error: 'forbidden', message: 'Not from another site.' } });
      return;
    }
    const reply = await controlRoutes(parts.control, exchange);
    send(response, reply ?? notFound(`Nothing at ${exchange.method} ${path}.`), cors);
    return;
  }
  const plan = parts.faults.plan({ target: 'http', method: exchange.method, path });
  if (plan.fault?.kind === 'lost-request') {
    if (plan.latencyMs > 0) await sleep(plan.latencyMs);
    request.socket.destroy();
    return;
  }
  const reply = await perform(plan);
  if (plan.fault?.kind === 'lost-answer') request.socket.destroy();
  else send(response, reply, cors);
}

export function createHandler(parts: Parts): RequestListener {
  return (request, response) => {
    answer(parts, request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return;
      if (error instanceof BodyTooLarge) {
        send(response, { status: 413, json: { error: 'too_large', message: error.message } });
        return;
      }
      parts.logger.error({ err: error, method: request.method }, 'sandbox failed');
      send(response, {
        status: 500,
        json: { error: 'internal', message: 'The sandbox failed; see its log.' },
      });
    });
  };
}
