import { boolean, number, object, string, ValidationError, type Schema } from 'yup';
import { toFieldErrors, parseFault, type Checked } from '../faults/fault-input.js';
import { parseJsonBody, notFound, unprocessable, type Exchange, type Reply } from '../http/exchange.js';
import { originOf, type PushAnswer, pushAnswers } from '../push/push-service.js';
import { channelErrors, messageErrors, tokenErrors } from '../slack/workspace.js';
import { StripeApiError } from '../stripe/errors.js';
import { behaviors } from '../stripe/test-cards.js';
import type { SandboxControl } from './control.js';
import { filterReceived, getOverview, listPaymentIntents, toMailDocument } from './views.js';

const ok = (json: object): Reply => ({ status: 200, json });
const WEEK_MS = 7 * 86_400_000;
const noContent: Reply = { status: 204 };

function check<T>(schema: Schema<T>, input: unknown): Checked<T> {
  try {
    return { ok: true, value: schema.validateSync(input, { strict: true, abortEarly: false }) };
  } catch (error) {
    if (error instanceof ValidationError) return { ok: false, fields: toFieldErrors(error) };
    throw error;
  }
}

const settingsInput = object({
  delayMs: number().integer().min(0).max(3_600_000),
  copies: number().integer().min(1).max(10),
  shuffleMs: number().integer().min(0).max(600_000),
  paused: boolean(),
})
  .noUnknown()
  .required();

const twilioInput = object({
  delayMs: number().integer().min(0).max(600_000),
  copies: number().integer().min(1).max(10),
  reversed: boolean(),
})
  .noUnknown()
  .required();

const smsInput = object({
  from: string().required(),
  to: string().required(),
  body: string().required(),
})
  .noUnknown()
  .required();

const slackInput = object({
  error: string()
    .oneOf([...channelErrors, ...messageErrors, ...tokenErrors])
    .nullable()
    .defined(),
})
  .noUnknown()
  .required();

const subscribeInput = object({
  applicationServerKey: string()
    .matches(/^[\w-]{87}$/)
    .required(),
})
  .noUnknown()
  .required();

const pushInput = object({
  answer: string()
    .oneOf(Object.keys(pushAnswers) as PushAnswer[])
    .nullable()
    .defined(),
})
  .noUnknown()
  .required();

const clockInput = object({ advanceMs: number().integer().min(0).max(WEEK_MS).required() })
  .noUnknown()
  .required();

const cardInput = object({
  behavior: string()
    .oneOf([...behaviors.keys()])
    .required(),
})
  .noUnknown()
  .required();

const approvalInput = object({ approved: boolean().required(), client_secret: string() })
  .noUnknown()
  .required();

async function withBody<T>(
  exchange: Exchange,
  schema: Schema<T>,
  handle: (value: T) => Reply | Promise<Reply>,
): Promise<Reply> {
  const checked = check(schema, parseJsonBody(exchange));
  return checked.ok ? handle(checked.value) : unprocessable(checked.fields);
}

type Handler = (control: SandboxControl, exchange: Exchange, id: string) => Reply | Promise<Reply>;

/** Keyed by method and path; `*` matches an id. */
const routes = new Map<string, Handler>([
  ['GET /sandbox/overview', (control) => ok(getOverview(control))],
  ['GET /sandbox/health', () => ok({ ok: true })],
  [
    'GET /sandbox/mails',
    (control, exchange) => ok({ mails: filterReceived(control.inbox.mails.list(), exchange.query) }),
  ],
  ['DELETE /sandbox/mails', async (control) => (await control.inbox.clear('mails'), noContent)],
  [
    'GET /sandbox/mails/*',
    (control, _exchange, id) => {
      const mail = control.inbox.mails.get(id);
      return mail ? ok(mail) : notFound('Email not found.');
    },
  ],
  ['GET /sandbox/mails/*/html', (control, _exchange, id) => toMailDocument(control.inbox.mails.get(id))],
  [
    'GET /sandbox/sms',
    (control, exchange) => ok({ sms: filterReceived(control.inbox.sms.list(), exchange.query) }),
  ],
  ['DELETE /sandbox/sms', async (control) => (await control.inbox.clear('sms'), noContent)],
  [
    'POST /sandbox/sms/inbound',
    (control, exchange) => withBody(exchange, smsInput, async (sms) => ok(await control.receiveSms(sms))),
  ],
  ['GET /sandbox/sms/settings', (control) => ok(control.twilio.settings)],
  [
    'POST /sandbox/sms/settings',
    (control, exchange) =>
      withBody(exchange, twilioInput, (input) => {
        const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        control.twilio.updateSettings(changes);
        return ok(control.twilio.settings);
      }),
  ],
  [
    'GET /sandbox/hooks',
    (control, exchange) => ok({ hooks: filterReceived(control.inbox.hooks.list(), exchange.query) }),
  ],
  ['DELETE /sandbox/hooks', async (control) => (await control.inbox.clear('hooks'), noContent)],
  [
    'GET /sandbox/slack',
    (control, exchange) => ok({ slack: filterReceived(control.inbox.slack.list(), exchange.query) }),
  ],
  [
    'POST /sandbox/slack/*',
    (control, exchange, id) =>
      withBody(exchange, slackInput, ({ error }) => {
        control.slack.refuse(id, error);
        return ok({ channel: id, error });
      }),
  ],
  ['DELETE /sandbox/slack', async (control) => (await control.inbox.clear('slack'), noContent)],
  [
    'GET /sandbox/pushes',
    (control, exchange) => ok({ pushes: filterReceived(control.inbox.pushes.list(), exchange.query) }),
  ],
  ['DELETE /sandbox/pushes', async (control) => (await control.inbox.clear('pushes'), noContent)],
  [
    'POST /sandbox/push/subscriptions',
    (control, exchange) =>
      withBody(exchange, subscribeInput, ({ applicationServerKey }) =>
        ok(control.push.subscribe(applicationServerKey, originOf(exchange))),
      ),
  ],
  [
    'POST /sandbox/push/*',
    (control, exchange, id) =>
      withBody(exchange, pushInput, ({ answer }) => {
        control.push.setAnswer(id, answer);
        return ok({ subscription: id, answer });
      }),
  ],
  ['GET /sandbox/payment-intents', (control, exchange) => ok(listPaymentIntents(control, exchange.query))],
  [
    'POST /sandbox/payment-intents/*/complete',
    (control, exchange, id) =>
      withBody(exchange, approvalInput, async ({ approved }) =>
        ok(await control.completePayment(id, approved)),
      ),
  ],
  [
    'POST /sandbox/disputes/*/reverse',
    async (control, _exchange, id) => ok(await control.reverseDispute(id)),
  ],
  [
    'POST /sandbox/authenticate/*',
    (control, exchange, id) =>
      withBody(exchange, approvalInput, async ({ approved, client_secret }) =>
        ok(await control.authenticate(id, client_secret ?? '', approved)),
      ),
  ],
  [
    'POST /sandbox/cards/*',
    (control, exchange, id) =>
      withBody(exchange, cardInput, async ({ behavior }) => ok(await control.setCardBehavior(id, behavior))),
  ],
  ['GET /sandbox/webhooks', (control) => ok({ webhooks: control.webhooks.log.listNewest(1_000) })],
  ['GET /sandbox/webhooks/settings', (control) => ok(control.webhooks.settings)],
  [
    'POST /sandbox/webhooks/settings',
    (control, exchange) =>
      withBody(exchange, settingsInput, (input) => {
        const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        control.webhooks.updateSettings(changes);
        return ok(control.webhooks.settings);
      }),
  ],
  [
    'POST /sandbox/webhooks/*/resend',
    (control, _exchange, id) => {
      const event = control.store.events.get(id);
      return event ? ok(control.webhooks.resend(event)) : notFound('Event not found.');
    },
  ],
  [
    'POST /sandbox/clock',
    (control, exchange) =>
      withBody(exchange, clockInput, ({ advanceMs }) => {
        control.faults.advance(advanceMs);
        return noContent;
      }),
  ],
  ['GET /sandbox/faults', (control) => ok({ faults: control.faults.list() })],
  [
    'POST /sandbox/faults',
    (control, exchange) => {
      const checked = parseFault(parseJsonBody(exchange));
      return checked.ok
        ? { status: 201, json: control.faults.add(checked.value) }
        : unprocessable(checked.fields);
    },
  ],
  ['DELETE /sandbox/faults', (control) => (control.faults.clear(), noContent)],
  [
    'DELETE /sandbox/faults/*',
    (control, _exchange, id) => (control.faults.clear(id) > 0 ? noContent : notFound('Fault not found.')),
  ],
]);

function find(method: string, path: string): { handle: Handler; id: string } | undefined {
  const exact = routes.get(`${method} ${path}`);
  if (exact) return { handle: exact, id: '' };
  const [, root = '', list = '', id = '', ...rest] = path.split('/');
  const handle = routes.get(`${method} /${[root, list, '*', ...rest].join('/')}`);
  return handle && { handle, id };
}

/** Handles the JSON API under `/sandbox/`. Returns undefined if no route matches. */
export async function handleControlRequest(
  control: SandboxControl,
  exchange: Exchange,
): Promise<Reply | undefined> {
  const found = find(exchange.method, exchange.path);
  if (!found) return undefined;
  try {
    await control.inbox.parseMails();
    return await found.handle(control, exchange, found.id);
  } catch (error) {
    if (error instanceof StripeApiError) return { status: error.status, json: error.body };
    throw error;
  }
}
