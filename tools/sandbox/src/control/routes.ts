import { array, boolean, number, object, string, ValidationError, type ObjectShape, type Schema } from 'yup';
import { faultInput } from '../faults/fault-input.js';
import { parseJson, type Exchange, type Reply } from '../http/exchange.js';
import { RouteTable } from '../http/route-table.js';
import { inboxLists } from '../inbox/inbox.js';
import { originOf, type PushAnswer, pushAnswers } from '../push/push-service.js';
import { slackErrors } from '../slack/workspace.js';
import { StripeApiError } from '../stripe/errors.js';
import { behaviors } from '../stripe/test-cards.js';
import type { SandboxControl } from './control.js';
import { filterReceived, getOverview, listPaymentIntents, toMailDocument } from './views.js';

interface Call {
  readonly control: SandboxControl;
  readonly exchange: Exchange;
  readonly id: string;
}

interface ControlRoute {
  readonly method: string;
  readonly path: string;
  readonly run: (call: Call) => Reply | Promise<Reply>;
}

const ok = (json: object): Reply => ({ status: 200, json });

const get = (path: string, run: ControlRoute['run']): ControlRoute => ({ method: 'GET', path, run });

/** Answers 422 if the body is not valid. */
const post = <T>(
  path: string,
  schema: Schema<T>,
  run: (value: T, call: Call) => object | Promise<object>,
): ControlRoute => ({
  method: 'POST',
  path,
  run: async (call) => {
    const body = parseJson(call.exchange.body);
    return ok(await run(schema.validateSync(body, { strict: true, abortEarly: false }), call));
  },
});

const input = <Shape extends ObjectShape>(fields: Shape) => object(fields).noUnknown().required();
const whole = (min: number, max: number) => number().integer().min(min).max(max);
const approval = input({ approved: boolean().required(), client_secret: string() });

const routes = new RouteTable<ControlRoute>([
  get('/sandbox/overview', ({ control }) => ok(getOverview(control))),
  get('/sandbox/health', () => ok({ ok: true })),
  ...inboxLists.map((kind) =>
    get(`/sandbox/${kind}`, ({ control, exchange }) =>
      ok({ [kind]: filterReceived(control.inbox[kind].list(), exchange.query) }),
    ),
  ),
  get('/sandbox/mails/:id/html', ({ control, id }) => toMailDocument(control.inbox.mails.get(id))),
  post(
    '/sandbox/sms/inbound',
    input({ from: string().required(), to: string().required(), body: string().required() }),
    (sms, { control }) => control.receiveSms(sms),
  ),
  post(
    '/sandbox/sms/settings',
    input({ delayMs: whole(0, 600_000), copies: whole(1, 10), reversed: boolean() }),
    (changes, { control }) => control.twilio.updateSettings(changes),
  ),
  post(
    '/sandbox/slack/:id',
    input({ error: string().oneOf(slackErrors).nullable().defined() }),
    ({ error }, { control, id }) => {
      control.slack.refuse(id, error);
      return { channel: id, error };
    },
  ),
  post(
    '/sandbox/push/subscriptions',
    input({
      applicationServerKey: string()
        .matches(/^[\w-]{87}$/)
        .required(),
    }),
    ({ applicationServerKey }, { control, exchange }) =>
      control.push.subscribe(applicationServerKey, originOf(exchange)),
  ),
  post(
    '/sandbox/push/:id',
    input({
      answer: string()
        .oneOf(Object.keys(pushAnswers) as PushAnswer[])
        .nullable()
        .defined(),
    }),
    ({ answer }, { control, id }) => {
      control.push.setAnswer(id, answer);
      return { subscription: id, answer };
    },
  ),
  post(
    '/sandbox/meta/leads',
    input({
      pageId: string().required(),
      formId: string().required(),
      createdTime: string(),
      fields: object().required(),
    }),
    (lead, { control }) => control.meta.addLead(lead),
  ),
  post(
    '/sandbox/meta/tokens',
    input({ token: string().required(), error: whole(1, 999).required() }),
    ({ token, error }, { control }) => {
      control.meta.refuseToken(token, error);
      return { token, error };
    },
  ),
  post(
    '/sandbox/meta/notify',
    input({
      url: string().required(),
      secret: string().required(),
      leadIds: array(string().required()).required(),
    }),
    async ({ url, secret, leadIds }, { control }) => ({
      status: await control.meta.notify(url, secret, leadIds),
    }),
  ),
  get('/sandbox/payment-intents', ({ control }) => ok(listPaymentIntents(control))),
  post('/sandbox/payment-intents/:id/complete', approval, ({ approved }, { control, id }) =>
    control.completePayment(id, approved),
  ),
  post('/sandbox/disputes/:id/reverse', object(), (_body, { control, id }) => control.reverseDispute(id)),
  post('/sandbox/authenticate/:id', approval, ({ approved, client_secret }, { control, id }) =>
    control.authenticate(id, client_secret ?? '', approved),
  ),
  post(
    '/sandbox/cards/:id',
    input({
      behavior: string()
        .oneOf([...behaviors.keys()])
        .required(),
    }),
    ({ behavior }, { control, id }) => control.setCardBehavior(id, behavior),
  ),
  get('/sandbox/webhooks', ({ control }) => ok({ webhooks: control.webhooks.log.listNewest(1_000) })),
  post(
    '/sandbox/webhooks/settings',
    input({
      delayMs: whole(0, 3_600_000),
      copies: whole(1, 10),
      shuffleMs: whole(0, 600_000),
      paused: boolean(),
    }),
    (changes, { control }) => control.webhooks.updateSettings(changes),
  ),
  get('/sandbox/faults', ({ control }) => ok({ faults: control.faults.list() })),
  post('/sandbox/faults', faultInput, (fault, { control }) => control.addFault(fault)),
  {
    method: 'DELETE',
    path: '/sandbox/faults',
    run: ({ control }) => {
      control.faults.clear();
      return { status: 204 };
    },
  },
]);

const toFieldErrors = (error: ValidationError): object[] =>
  (error.inner.length > 0 ? error.inner : [error]).map(({ params, path = '', message }) => {
    const unknown = params?.['unknown'];
    const name = typeof unknown === 'string' ? [path, unknown].filter(Boolean).join('.') : path;
    return { field: name === '' ? 'body' : name, message };
  });

/** Handles the JSON API under `/sandbox/`. Returns undefined if no route matches. */
export async function handleControlRequest(
  control: SandboxControl,
  exchange: Exchange,
): Promise<Reply | undefined> {
  const found = routes.find(exchange.method, exchange.path);
  if (!found) return undefined;
  try {
    await control.inbox.parseMails();
    return await found.route.run({ control, exchange, id: found.id });
  } catch (error) {
    if (error instanceof StripeApiError) return { status: error.status, json: error.body };
    if (!(error instanceof ValidationError)) throw error;
    const fields = toFieldErrors(error);
    return {
      status: 422,
      json: { error: 'invalid_request', message: 'Some fields are not valid.', fields },
    };
  }
}
