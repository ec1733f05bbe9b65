import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { FaultPlan } from '../faults/faults.js';
import type { Exchange, Reply } from '../http/exchange.js';
import type { Journal } from '../journal.js';
import { customerRoutes } from './customers.js';
import { errorForStatus, invalidParameter, StripeApiError, unauthorized, unknownUrl } from './errors.js';
import { chargeRoutes, eventRoutes } from './events.js';
import { addDocumentedFields } from './documented-fields.js';
import { checkExpansion, expand } from './expand.js';
import { canonicalize, parseForm } from './form-body.js';
import { newId } from '../ids.js';
import { Params } from './params.js';
import { paymentIntentRoutes } from './payment-intents.js';
import { paymentMethodRoutes } from './payment-methods.js';
import { balanceTransactionRoutes } from './balance-transactions.js';
import { disputeRoutes } from './disputes.js';
import { refundRoutes } from './refunds.js';
import { type Route, RouteTable } from './route.js';
import { setupIntentRoutes } from './setup-intents.js';
import type { StripeStore } from './store.js';
import { API_VERSION, UnitOfWork } from './unit-of-work.js';

interface Outcome {
  readonly status: number;
  readonly body: object;
  /** Idempotency keys store only executed requests. */
  readonly wasExecuted: boolean;
}

const toOutcome = (error: StripeApiError): Outcome => ({
  status: error.status,
  body: error.body,
  wasExecuted: error.wasExecuted,
});

const toDocument = (body: object): object => addDocumentedFields(body) as object;

/** Returns the kind of object that a route answers with, alone or in a list. */
function kindOf({ method, path }: Route): string {
  const [, , collection = '', , part] = path.split('/');
  return (method === 'GET' && part !== undefined ? part : collection).slice(0, -1);
}

const isList = ({ method, path }: Route): boolean => method === 'GET' && !path.endsWith(':id');

const getBasicUser = (value: string): string =>
  Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';

function readKey(authorization: string | undefined): string {
  if (authorization === undefined) return '';
  const [scheme = '', value = ''] = authorization.split(' ');
  return scheme.toLowerCase() === 'basic' ? getBasicUser(value) : value;
}

const mask = (key: string): string => `${key.slice(0, 8)}****${key.slice(-4)}`;

/** Accepts any test key. Rejects live keys and swapped ones, which indicate a configuration error. */
function identifyCaller(authorization: string | undefined): 'secret' | 'browser' {
  const key = readKey(authorization);
  if (key === '')
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    );
  if (/^(sk|rk)_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'browser';
  throw unauthorized(`Invalid API Key provided: ${mask(key)}`);
}

/** The card provider's API: authenticates, routes, applies idempotency keys and faults, and stores every effect. */
export class StripeApi {
  private readonly routes = new RouteTable([
    ...customerRoutes,
    ...paymentMethodRoutes,
    ...setupIntentRoutes,
    ...paymentIntentRoutes,
    ...chargeRoutes,
    ...refundRoutes,
    ...disputeRoutes,
    ...balanceTransactionRoutes,
    ...eventRoutes,
  ]);

  constructor(
    private readonly store: StripeStore,
    private readonly journal: Journal,
    private readonly logger: Logger,
    private readonly onChange: (work: UnitOfWork) => void,
  ) {}

  async handle(exchange: Exchange, plan: FaultPlan): Promise<Reply> {
    const requestId = newId('req');
    const key = exchange.method === 'POST' ? exchange.header('idempotency-key') : undefined;
    const headers: Record<string, string> = {
      'request-id': requestId,
      'stripe-version': exchange.header('stripe-version') ?? API_VERSION,
      ...(key === undefined ? {} : { 'idempotency-key': key, 'original-request': requestId }),
    };
    try {
      const caller = identifyCaller(exchange.header('authorization'));
      const match = this.routes.find(exchange.method, exchange.path);
      if (!match) throw unknownUrl(exchange.method, exchange.path);
      if (caller === 'browser' && match.route.keys !== 'browser')
        throw unauthorized(
          'This API call cannot be made with a publishable API key. Please use a secret API key.',
          'secret_key_required',
        );
      const tree = parseForm(exchange.method === 'GET' ? exchange.query : exchange.body);
      const work = new UnitOfWork(this.store, { id: requestId, idempotency_key: key ?? null });
      const run = (): Outcome => this.run(match.route, match.id, new Params(tree), work, caller);
      if (key === undefined) return this.reply(await this.execute(run, work, plan), headers);
      return await this.handleOnce(key, exchange, canonicalize(tree), {
        run,
        work,
        plan,
        headers,
        requestId,
      });
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      return this.reply(toOutcome(error), headers);
    }
  }

  private reply(outcome: Outcome, headers: Record<string, string>): Reply {
    return { status: outcome.status, headers, json: toDocument(outcome.body) };
  }

  private async handleOnce(
    key: string,
    exchange: Exchange,
    parameters: string,
    task: {
      run: () => Outcome;
      work: UnitOfWork;
      plan: FaultPlan;
      headers: Record<string, string>;
      requestId: string;
    },
  ): Promise<Reply> {
    if (key.length > 255)
      throw invalidParameter('Idempotency-Key', 'Idempotency keys can have at most 255 characters.');
    const fingerprint = createHash('sha256').update(parameters).digest('base64');
    const { replay } = this.store.idempotency.begin(key, exchange.path, fingerprint, Date.now());
    if (replay) {
      await this.journal.durable();
      const { status, body, requestId } = replay;
      return {
        status,
        json: toDocument(body),
        headers: { ...task.headers, 'original-request': requestId, 'idempotent-replayed': 'true' },
      };
    }
    try {
      const outcome = await this.execute(task.run, task.work, task.plan, {
        key,
        endpoint: exchange.path,
        fingerprint,
        requestId: task.requestId,
      });
      return this.reply(outcome, task.headers);
    } finally {
      this.store.idempotency.finish(key);
    }
  }

  private run(
    route: Route,
    id: string,
    params: Params,
    work: UnitOfWork,
    caller: 'secret' | 'browser',
  ): Outcome {
    try {
      const expandPaths = params.list('expand');
      checkExpansion(kindOf(route), isList(route), expandPaths);
      const answer = route.run({ id, params, work, caller });
      // Routes that change something have done this before.
      params.done();
      return { status: 200, body: expand(this.store, answer, expandPaths), wasExecuted: true };
    } catch (error) {
      if (error instanceof StripeApiError) return toOutcome(error);
      this.logger.error({ err: error, route: route.path }, 'sandbox request failed');
      return toOutcome(errorForStatus(500));
    }
  }

  private async execute(
    run: () => Outcome,
    work: UnitOfWork,
    plan: FaultPlan,
    key?: { key: string; endpoint: string; fingerprint: string; requestId: string },
  ): Promise<Outcome> {
    if (plan.latencyMs > 0) await sleep(plan.latencyMs);
    const injected =
      plan.fault?.kind === 'status' ? errorForStatus(plan.fault.status ?? 500, plan.fault.error) : undefined;
    const real = injected && plan.fault?.effect !== true ? undefined : run();
    const outcome = injected ? toOutcome(injected) : (real ?? run());
    const { objects, events } = work;
    if (key && outcome.wasExecuted) {
      const { key: name, ...rest } = key;
      const saved = { ...rest, at: Date.now(), status: outcome.status, body: outcome.body };
      this.store.idempotency.save(name, saved);
      this.journal.write(this.store.toEntry({ objects, events, answer: { key: name, saved } }));
    } else if (objects.length > 0 || events.length > 0) {
      this.journal.write(this.store.toEntry({ objects, events }));
    }
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
      this.journal.write(this.store.toEntry({ objects: work.objects, events: work.events }));
      await this.journal.durable();
      this.onChange(work);
    }
  }
}
