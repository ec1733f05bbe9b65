import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { FaultPlan } from '../faults/faults.js';
import type { Exchange, Reply } from '../http/exchange.js';
import { RouteTable } from '../http/route-table.js';
import { newId } from '../ids.js';
import type { Journal } from '../journal.js';
import { customerRoutes } from './customers.js';
import { disputeRoutes } from './disputes.js';
import { errorForStatus, invalidParameter, StripeApiError, unauthorized, unknownUrl } from './errors.js';
import { checkExpansion, expand } from './expand.js';
import { canonicalize, parseForm } from './form-body.js';
import type { KeyedRequest } from './idempotency.js';
import { API_VERSION } from './objects.js';
import { Params } from './params.js';
import { paymentIntentRoutes } from './payment-intents.js';
import { paymentMethodRoutes } from './payment-methods.js';
import { refundRoutes } from './refunds.js';
import { type Call, listRoute, type Route } from './route.js';
import { setupIntentRoutes } from './setup-intents.js';
import { type StripeStore, toEntry } from './store.js';
import { UnitOfWork } from './unit-of-work.js';

interface Outcome {
  readonly status: number;
  readonly body: object;
  /** Idempotency keys store only executed requests. */
  readonly wasExecuted: boolean;
}

const routes = new RouteTable<Route>([
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...paymentIntentRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  listRoute('/v1/charges', ({ charges }) => charges, ['payment_intent']),
  listRoute('/v1/balance_transactions', ({ balanceTransactions }) => balanceTransactions),
  listRoute(
    '/v1/events',
    ({ events }) => events,
    [],
    (params) => {
      const types = params.list('types');
      return ({ type }) => types.length === 0 || types.includes(type);
    },
  ),
]);

/** Returns the kind of object that a route answers with, alone or in a list. */
function kindOf({ method, path }: Route): string {
  const [, , collection = '', , part] = path.split('/');
  return (method === 'GET' && part !== undefined ? part : collection).slice(0, -1);
}

const isList = ({ method, path }: Route): boolean => method === 'GET' && !path.endsWith(':id');

function readKey(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (scheme.toLowerCase() !== 'basic') return value;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
}

/** Accepts any test key. Rejects live keys and swapped ones, which indicate a configuration error. */
function identifyCaller(authorization: string | undefined): 'secret' | 'browser' {
  const key = readKey(authorization);
  if (key === '')
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    );
  if (/^(sk|rk)_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'browser';
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}

/** @throws StripeApiError if there is no such route, or it is not for this caller */
function findRoute({ method, path, header }: Exchange) {
  const caller = identifyCaller(header('authorization'));
  const match = routes.find(method, path);
  if (!match) throw unknownUrl(method, path);
  if (caller === 'browser' && match.route.keys !== 'browser')
    throw unauthorized(
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
      'secret_key_required',
    );
  return { ...match, caller };
}

/** The card provider's API: authenticates, routes, applies idempotency keys and faults, and stores every effect. */
export class StripeApi {
  constructor(
    private readonly store: StripeStore,
    private readonly journal: Journal,
    private readonly logger: Logger,
    private readonly onChange: (work: UnitOfWork) => void,
  ) {}

  async handle(exchange: Exchange, plan: FaultPlan): Promise<Reply> {
    const requestId = newId('req');
    const key = exchange.method === 'POST' ? exchange.header('idempotency-key') : undefined;
    const toReply = ({ status, body }: Omit<Outcome, 'wasExecuted'>, more: Reply['headers'] = {}): Reply => ({
      status,
      json: body,
      headers: {
        'request-id': requestId,
        'stripe-version': exchange.header('stripe-version') ?? API_VERSION,
        ...(key === undefined ? {} : { 'idempotency-key': key, 'original-request': requestId }),
        ...more,
      },
    });
    try {
      const { route, id, caller } = findRoute(exchange);
      const tree = parseForm(exchange.method === 'GET' ? exchange.query : exchange.body);
      const work = new UnitOfWork(this.store, { id: requestId, idempotency_key: key ?? null });
      const run = (): Outcome => this.run(route, { id, params: new Params(tree), work, caller });
      if (key === undefined) return toReply(await this.execute(run, work, plan));
      if (key.length > 255)
        throw invalidParameter('Idempotency-Key', 'Idempotency keys can have at most 255 characters.');
      const fingerprint = createHash('sha256').update(canonicalize(tree)).digest('base64');
      const request = { endpoint: exchange.path, fingerprint, requestId };
      const saved = this.store.idempotency.begin(key, request, Date.now());
      if (saved) {
        await this.journal.durable();
        return toReply(saved, { 'original-request': saved.requestId, 'idempotent-replayed': 'true' });
      }
      try {
        return toReply(await this.execute(run, work, plan, { key, request }));
      } finally {
        this.store.idempotency.finish(key);
      }
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      return toReply(error);
    }
  }

  private run(route: Route, call: Call): Outcome {
    try {
      const expandPaths = call.params.list('expand');
      checkExpansion(kindOf(route), isList(route), expandPaths);
      const answer = route.run(call);
      // Routes that change something have done this before.
      call.params.done();
      return { status: 200, body: expand(this.store, answer, expandPaths), wasExecuted: true };
    } catch (error) {
      if (error instanceof StripeApiError) return error;
      this.logger.error({ err: error, route: route.path }, 'sandbox request failed');
      return errorForStatus(500);
    }
  }

  private async execute(
    run: () => Outcome,
    work: UnitOfWork,
    { latencyMs, fault }: FaultPlan,
    keyed?: { readonly key: string; readonly request: KeyedRequest },
  ): Promise<Outcome> {
    if (latencyMs > 0) await sleep(latencyMs);
    const isRefused = fault?.kind === 'status';
    const real = isRefused && fault.effect !== true ? undefined : run();
    const outcome = real && !isRefused ? real : errorForStatus(fault?.status ?? 500, fault?.error);
    const { status, body, wasExecuted } = outcome;
    const { objects, events } = work;
    if (keyed && wasExecuted) {
      const saved = { ...keyed.request, at: Date.now(), status, body };
      this.store.idempotency.save(keyed.key, saved);
      this.journal.write(toEntry({ objects, events, answer: { key: keyed.key, saved } }));
    } else if (objects.length > 0) this.journal.write(toEntry({ objects, events }));
    // Reads wait too: state that was answered must survive a kill.
    await this.journal.durable();
    if (objects.length > 0) this.onChange(work);
    return outcome;
  }

  /** Runs a change made by a tool rather than by a request, such as completing a slow charge. */
  async change<T>(apply: (work: UnitOfWork) => T): Promise<T> {
    const work = new UnitOfWork(this.store);
    try {
      return apply(work);
    } finally {
      this.journal.write(toEntry({ objects: work.objects, events: work.events }));
      await this.journal.durable();
      this.onChange(work);
    }
  }
}
