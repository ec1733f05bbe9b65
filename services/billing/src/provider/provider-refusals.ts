import { HealthServer, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { classifyFailure, type ProviderFailure } from './provider-failure.js';

const KINDS = ['permanent', 'ours'] as const;

export interface JsonResponse {
  getStatusCode(): number;
  toJSON(): Promise<unknown>;
}

/** Raises an alarm for every unexpected refusal of the provider, on any call. */
@Injectable()
export class ProviderRefusals {
  private readonly refusals: Counter<'kind'>;

  constructor(
    { metrics }: HealthServer,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.refusals = new Counter({
      name: 'card_provider_refusals_total',
      help: 'Calls that the card provider refused for good: permanent, or ours if a key or request is wrong',
      labelNames: ['kind'],
      registers: [metrics],
    });
    for (const kind of KINDS) this.refusals.inc({ kind }, 0);
  }

  /** Reads the body when the SDK does, because it can be read only once. */
  watch(endpoint: string, response: JsonResponse): void {
    if (response.getStatusCode() < 400) return;
    const read = response.toJSON.bind(response);
    response.toJSON = async () => {
      const body = await read();
      this.report(endpoint, response.getStatusCode(), body);
      return body;
    };
  }

  private report(endpoint: string, status: number, body: unknown): void {
    const { type, code, param } = (body as { error?: ProviderFailure } | null)?.error ?? {};
    const failure: ProviderFailure = { statusCode: status, type, code, param };
    if (!isUnexpected(endpoint, failure)) return;
    const kind = classifyFailure(failure);
    this.refusals.inc({ kind });
    // Without the message, which repeats what was sent, such as an email address.
    this.logger.error(
      { alarm: 'provider-rejected-request', endpoint, kind, status, code, param },
      'provider request refused',
    );
  }
}

/** Refusals that this service expects and handles, besides declined cards. */
const EXPECTED_CODES: ReadonlySet<string> = new Set([
  'email_invalid',
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
  'charge_already_refunded',
  'charge_disputed',
]);

/** The key was used with another email address. `createCustomer` uses another one then. */
const isKeySpent = (endpoint: string, { type }: ProviderFailure): boolean =>
  endpoint === 'POST /v1/customers' && type === 'idempotency_error';

const USES_A_CARD = /^POST \/v1\/(payment|setup)_intents/;

/** Whether a person must act: the provider refused what it should accept, or a key or request is wrong. */
function isUnexpected(endpoint: string, failure: ProviderFailure): boolean {
  const { type, code = '', param } = failure;
  const isDecline = type === 'card_error' && USES_A_CARD.test(endpoint);
  if (classifyFailure(failure) === 'passing' || isDecline) return false;
  if (classifyFailure(failure) === 'ours') return !isKeySpent(endpoint, failure);
  const isHandled = param === 'email' || param === 'payment_method' || code.startsWith('payment_method_');
  const isMissing = /^GET .*\*$/.test(endpoint) && code === 'resource_missing';
  return !isHandled && !isMissing && !EXPECTED_CODES.has(code);
}
