import { passCrashPoints } from '@desk/bullmq-transport';
import { ProviderCalls } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { CallNotSent, CallPacer } from './call-pacer.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { type JsonResponse, ProviderRefusals } from './provider-refusals.js';

const TOO_MANY_REQUESTS = 429;
const OUTCOMES = ['2xx', '4xx', '5xx', 'no-answer'];
/** An id such as `pi_3Nq…`. Names of collections, such as `payment_intents`, have none of these prefixes. */
const OBJECT_ID = /\/(pi|seti|pm|cus|re|ch|du|dp|evt)_[^/]+/g;

/** Returns what the provider's rate limits count by: the method, and the path without ids and parameters. */
export const endpointOf = (method: string, path: string): string =>
  `${method} ${(path.split('?')[0] ?? '').replaceAll(OBJECT_ID, '/*')}`;

/** Every endpoint of the provider that this service calls, as `endpointOf` names it. */
export const endpoints = [
  'GET /v1/balance_transactions',
  'GET /v1/customers/*',
  'GET /v1/customers/*/payment_methods',
  'GET /v1/customers/search',
  'GET /v1/disputes',
  'GET /v1/disputes/*',
  'GET /v1/events',
  'GET /v1/payment_intents',
  'GET /v1/payment_intents/*',
  'GET /v1/payment_methods/*',
  'GET /v1/refunds',
  'GET /v1/refunds/*',
  'GET /v1/setup_intents',
  'GET /v1/setup_intents/*',
  'POST /v1/customers',
  'POST /v1/customers/*',
  'POST /v1/payment_intents',
  'POST /v1/payment_intents/*/cancel',
  'POST /v1/payment_intents/*/confirm',
  'POST /v1/payment_methods/*/detach',
  'POST /v1/refunds',
  'POST /v1/setup_intents',
  'POST /v1/setup_intents/*/cancel',
] as const;

/** Passes every call to the provider through the circuit breaker and the pacer, and every refusal to the alarm. */
@Injectable()
export class ProviderGuard {
  constructor(
    private readonly breaker: CircuitBreaker,
    private readonly pacer: CallPacer,
    private readonly calls: ProviderCalls,
    private readonly refusals: ProviderRefusals,
  ) {
    calls.startAtZero({ provider: 'card', operations: endpoints, outcomes: OUTCOMES });
  }

  /** @throws CallNotSent if the provider is down or too many calls wait; the SDK reports it as a lost connection */
  async run<Response extends JsonResponse>(
    endpoint: string,
    call: () => Promise<Response>,
  ): Promise<Response> {
    this.assertNotDown();
    await this.pacer.wait(endpoint);
    this.assertNotDown();
    const startedAt = performance.now();
    const record = (outcome: string): void =>
      this.calls.record({
        provider: 'card',
        operation: endpoint,
        outcome,
        durationMs: performance.now() - startedAt,
      });
    try {
      const response = await passCrashPoints('billing', endpoint, call);
      this.refusals.watch(endpoint, response);
      const status = response.getStatusCode();
      record(`${Math.floor(status / 100)}xx`);
      if (status >= 500) this.breaker.recordFailure();
      else this.breaker.recordAnswer();
      if (status === TOO_MANY_REQUESTS) await this.pacer.backOff(endpoint).catch(() => undefined);
      return response;
    } catch (error) {
      record('no-answer');
      this.breaker.recordFailure();
      throw error;
    }
  }

  private assertNotDown(): void {
    if (this.breaker.isOpen) throw new CallNotSent('the card provider does not answer');
  }
}
