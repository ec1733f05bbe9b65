import { boolean, number, object, string, ValidationError, type Schema } from 'yup';
import { fieldsOf, readFault, type Checked } from '../faults/fault-input.js';
import { jsonBody, notFound, unprocessable, type Exchange, type Reply } from '../http/exchange.js';
import { StripeFault } from '../stripe/errors.js';
import { behaviours } from '../stripe/test-cards.js';
import type { SandboxControl } from './control.js';
import { mailHtml, overview, paymentIntents, since } from './views.js';

const ok = (json: object): Reply => ({ status: 200, json });
const gone: Reply = { status: 204 };

function check<T>(schema: Schema<T>, input: unknown): Checked<T> {
  try {
    return { ok: true, value: schema.validateSync(input, { strict: true, abortEarly: false }) };
  } catch (error) {
    if (error instanceof ValidationError) return { ok: false, fields: fieldsOf(error) };
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

const smsInput = object({
  from: string().required(),
  to: string().required(),
  body: string().required(),
})
  .noUnknown()
  .required();

const cardInput = object({
  behaviour: string()
    .oneOf([...behaviours.keys()])
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
  act: (value: T) => Reply | Promise<Reply>,
): Promise<Reply> {
  const checked = check(schema, jsonBody(exchange));
  return checked.ok ? act(checked.value) : unprocessable(checked.fields);
}

type Act = (control: SandboxControl, exchange: Exchange, id: string) => Reply | Promise<Reply>;

/** Keyed by method and path; `*` is the id. */
const routes = new Map<string, Act>([
  ['GET /sandbox/overview', (control) => ok(overview(control))],
  ['GET /sandbox/health', () => ok({ ok: true })],
  [
    'GET /sandbox/mails',
    (control, exchange) => ok({ mails: since(control.inbox.mails.all(), exchange.query) }),
  ],
  ['DELETE /sandbox/mails', async (control) => (await control.inbox.forget('mails'), gone)],
  [
    'GET /sandbox/mails/*',
    (control, _exchange, id) => {
      const mail = control.inbox.mails.get(id);
      return mail ? ok(mail) : notFound('No such mail.');
    },
  ],
  ['GET /sandbox/mails/*/html', (control, _exchange, id) => mailHtml(control.inbox.mails.get(id))],
  ['GET /sandbox/sms', (control, exchange) => ok({ sms: since(control.inbox.sms.all(), exchange.query) })],
  ['DELETE /sandbox/sms', async (control) => (await control.inbox.forget('sms'), gone)],
  [
    'POST /sandbox/sms/inbound',
    (control, exchange) => withBody(exchange, smsInput, async (sms) => ok(await control.receiveSms(sms))),
  ],
  [
    'GET /sandbox/slack',
    (control, exchange) => ok({ slack: since(control.inbox.slack.all(), exchange.query) }),
  ],
  ['DELETE /sandbox/slack', async (control) => (await control.inbox.forget('slack'), gone)],
  ['GET /sandbox/payment-intents', (control, exchange) => ok(paymentIntents(control, exchange.query))],
  [
    'POST /sandbox/payment-intents/*/settle',
    (control, exchange, id) =>
      withBody(exchange, approvalInput, async ({ approved }) =>
        ok(await control.settlePayment(id, approved)),
      ),
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
      withBody(exchange, cardInput, async ({ behaviour }) =>
        ok(await control.setCardBehaviour(id, behaviour)),
      ),
  ],
  ['GET /sandbox/webhooks', (control) => ok({ webhooks: control.webhooks.log.newest(1_000) })],
  ['GET /sandbox/webhooks/settings', (control) => ok(control.webhooks.settings)],
  [
    'POST /sandbox/webhooks/settings',
    (control, exchange) =>
      withBody(exchange, settingsInput, (given) => {
        const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        control.webhooks.change(named);
        return ok(control.webhooks.settings);
      }),
  ],
  [
    'POST /sandbox/webhooks/*/resend',
    (control, _exchange, id) => {
      const event = control.store.events.get(id);
      return event ? ok(control.webhooks.resend(event)) : notFound('No such event.');
    },
  ],
  ['GET /sandbox/faults', (control) => ok({ faults: control.faults.list() })],
  [
    'POST /sandbox/faults',
    (control, exchange) => {
      const checked = readFault(jsonBody(exchange));
      return checked.ok
        ? { status: 201, json: control.faults.add(checked.value) }
        : unprocessable(checked.fields);
    },
  ],
  ['DELETE /sandbox/faults', (control) => (control.faults.clear(), gone)],
  [
    'DELETE /sandbox/faults/*',
    (control, _exchange, id) => (control.faults.clear(id) > 0 ? gone : notFound('No such fault.')),
  ],
]);

function find(method: string, path: string): { act: Act; id: string } | undefined {
  const exact = routes.get(`${method} ${path}`);
  if (exact) return { act: exact, id: '' };
  const [, root = '', list = '', id = '', ...rest] = path.split('/');
  const act = routes.get(`${method} /${[root, list, '*', ...rest].join('/')}`);
  return act && { act, id };
}

/** The JSON for tools under `/sandbox/`; undefined when there is no such path. */
export async function controlRoutes(control: SandboxControl, exchange: Exchange): Promise<Reply | undefined> {
  const found = find(exchange.method, exchange.path);
  if (!found) return undefined;
  try {
    return await found.act(control, exchange, found.id);
  } catch (error) {
    if (error instanceof StripeFault) return { status: error.status, json: error.body };
    throw error;
  }
}
