import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';

type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'created' | 'email' | 'metadata'>;
type Card = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'type'> & {
  card: Pick<Stripe.PaymentMethod.Card, 'brand' | 'last4' | 'exp_month' | 'exp_year'>;
  customer: string;
};
type Setup = Pick<Stripe.SetupIntent, 'id' | 'object' | 'created' | 'client_secret' | 'status' | 'usage'> & {
  customer: string;
  payment_method: string | null;
};
type Charge = Pick<Stripe.Charge, 'id' | 'object' | 'amount' | 'amount_refunded' | 'refunded'> & {
  payment_intent: string;
};
type Failure = Pick<
  NonNullable<Stripe.PaymentIntent['last_payment_error']>,
  'type' | 'code' | 'decline_code' | 'message'
>;
type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'created' | 'amount' | 'amount_received' | 'currency' | 'status' | 'metadata'
> & {
  customer: string;
  payment_method: string | null;
  latest_charge: string | Charge | null;
  last_payment_error: Failure | null;
};
type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'created' | 'amount' | 'currency' | 'status' | 'metadata' | 'reason'
> & { payment_intent: string };
type Listed = Customer | Card | Setup | Intent | Refund;

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Smaller than any requested limit, so that three objects already need two pages. */
const PAGE_SIZE = 2;
const METHOD = /^\/v1\/payment_methods\/(\w+)$/;
const SETUPS = /^\/v1\/setup_intents(?:\/(\w+))?$/;
const INTENTS = /^\/v1\/payment_intents(?:\/(\w+))?(\/confirm|\/cancel)?$/;
const REFUNDS = /^\/v1\/refunds(?:\/(\w+))?$/;
const EMPTY_LISTS = /^\/v1\/(disputes|balance_transactions|events)$/;

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
const now = (): number => Math.floor(Date.now() / 1_000);
const ok = (body: object): Answer => ({ status: 200, body });
const refuse = (status: number, error: object): Answer => ({ status, body: { error } });
const missing = (id: string): Answer =>
  refuse(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${id}'`,
  });

function readMetadata(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...params].flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}

/**
 * A second fake of Stripe, written from the SDK's types and not from the sandbox. It knows only saved cards, their
 * charges and refunds, and answers with documented fields only.
 */
export class FakeStripe {
  /** Whether cards set up from now on decline all charges. */
  nextCardDeclines = false;
  readonly requests: string[] = [];
  private readonly objects = new Map<string, Listed>();
  private readonly charges = new Map<string, Charge>();
  private readonly declining = new Set<string>();
  private readonly replays = new Map<string, Answer>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeStripe> {
    const server = createServer();
    const fakeStripe = new FakeStripe(server);
    server.on('request', (request, response) => void fakeStripe.serve(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return fakeStripe;
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  /** Does what the provider's page does once a cardholder has entered the card. Returns the card's id. */
  confirmSetup(setupId: string): string {
    const setup = this.objects.get(setupId) as Setup;
    const card = { brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2035 };
    const id = newId('pm');
    const { customer } = setup;
    this.put({ id, object: 'payment_method', created: now(), type: 'card', card, customer });
    this.put({ ...setup, status: 'succeeded', payment_method: id });
    if (this.nextCardDeclines) this.declining.add(id);
    return id;
  }

  listIntents(): Intent[] {
    return [...this.objects.values()].filter((object) => object.object === 'payment_intent');
  }

  private put<T extends Listed>(object: T): T {
    this.objects.set(object.id, object);
    return object;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const isPost = request.method === 'POST';
    const params = isPost ? new URLSearchParams(await text(request)) : searchParams;
    this.requests.push(`${request.method} ${pathname}`);
    const key = request.headers['idempotency-key'];
    const replay = typeof key === 'string' ? this.replays.get(key) : undefined;
    const answer = replay ?? (isPost ? this.post(pathname, params) : this.get(pathname, params));
    if (typeof key === 'string') this.replays.set(key, answer);
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': newId('req') });
    response.end(JSON.stringify(answer.body));
  }

  private post(path: string, params: URLSearchParams): Answer {
    const metadata = readMetadata(params);
    const customer = params.get('customer') ?? '';
    if (path === '/v1/customers')
      return ok(
        this.put({
          id: newId('cus'),
          object: 'customer',
          created: now(),
          email: params.get('email'),
          metadata,
        }),
      );
    if (path === '/v1/setup_intents') {
      const id = newId('seti');
      const secret = { client_secret: `${id}_secret_1`, status: 'requires_payment_method' } as const;
      const own = { id, object: 'setup_intent', created: now(), usage: 'off_session' } as const;
      return ok(this.put({ ...own, ...secret, customer, payment_method: null }));
    }
    if (path === '/v1/refunds') return this.refund(params, metadata);
    const [, id, step] = INTENTS.exec(path) ?? [];
    if (id !== undefined) return step === '/confirm' ? this.confirm(id) : missing(path);
    if (path !== '/v1/payment_intents') return missing(path);
    return ok(
      this.put({
        id: newId('pi'),
        object: 'payment_intent',
        created: now(),
        metadata,
        customer,
        amount: Number(params.get('amount')),
        amount_received: 0,
        currency: params.get('currency') ?? '',
        status: 'requires_confirmation',
        payment_method: params.get('payment_method'),
        latest_charge: null,
        last_payment_error: null,
      }),
    );
  }

  private confirm(id: string): Answer {
    const intent = this.objects.get(id) as Intent | undefined;
    if (!intent) return missing(id);
    const { amount, payment_method: card } = intent;
    if (card !== null && this.declining.has(card)) {
      const failure: Failure = {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      };
      const declined = { status: 'requires_payment_method', payment_method: null } as const;
      const failed = this.put<Intent>({ ...intent, ...declined, last_payment_error: failure });
      return refuse(402, { ...failure, payment_intent: failed });
    }
    const charge: Charge = {
      id: newId('ch'),
      object: 'charge',
      amount,
      amount_refunded: 0,
      refunded: false,
      payment_intent: id,
    };
    this.charges.set(charge.id, charge);
    const paid = { status: 'succeeded', amount_received: amount, latest_charge: charge.id } as const;
    return ok(this.put<Intent>({ ...intent, ...paid }));
  }

  private refund(params: URLSearchParams, metadata: Record<string, string>): Answer {
    const intent = this.objects.get(params.get('payment_intent') ?? '') as Intent | undefined;
    const charge = this.charges.get(typeof intent?.latest_charge === 'string' ? intent.latest_charge : '');
    if (!intent || !charge) return missing(params.get('payment_intent') ?? '');
    const amount = Number(params.get('amount'));
    const refunded = charge.amount_refunded + amount;
    if (refunded > charge.amount)
      return refuse(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'No.' });
    this.charges.set(charge.id, {
      ...charge,
      amount_refunded: refunded,
      refunded: refunded === charge.amount,
    });
    return ok(
      this.put({
        id: newId('re'),
        object: 'refund',
        created: now(),
        amount,
        currency: intent.currency,
        metadata,
        status: 'succeeded',
        payment_intent: intent.id,
        reason: params.get('reason'),
      }),
    );
  }

  private get(path: string, params: URLSearchParams): Answer {
    if (EMPTY_LISTS.test(path)) return this.list(path, [], params);
    const [id] = [METHOD, SETUPS, INTENTS, REFUNDS].flatMap((pattern) => pattern.exec(path)?.[1] ?? []);
    if (id !== undefined) {
      const found = this.objects.get(id);
      return found ? ok(this.expand(found, params)) : missing(id);
    }
    const kind = path.slice('/v1/'.length, -1);
    return this.list(
      path,
      [...this.objects.values()].filter((object) => object.object === kind),
      params,
    );
  }

  private list(path: string, all: readonly Listed[], params: URLSearchParams): Answer {
    const [from, to] = [
      Number(params.get('created[gte]') ?? 0),
      Number(params.get('created[lt]') ?? Infinity),
    ];
    const matching = all
      .toReversed()
      .filter(
        (object) =>
          object.created >= from &&
          object.created < to &&
          (['customer', 'payment_method', 'payment_intent'] as const).every(
            (name) =>
              !params.has(name) || (object as Partial<Record<string, unknown>>)[name] === params.get(name),
          ),
      );
    const start = matching.findIndex(({ id }) => id === params.get('starting_after')) + 1;
    const data = matching.slice(start, start + PAGE_SIZE).map((object) => this.expand(object, params));
    return ok({ object: 'list', url: path, has_more: start + PAGE_SIZE < matching.length, data });
  }

  /** Expands the latest charge if it is requested. */
  private expand(object: Listed, params: URLSearchParams): Listed {
    const isRequested = [...params].some(
      ([name, value]) => name.startsWith('expand') && value.endsWith('charge'),
    );
    if (object.object !== 'payment_intent' || !isRequested || typeof object.latest_charge !== 'string')
      return object;
    return { ...object, latest_charge: this.charges.get(object.latest_charge) ?? null };
  }
}
