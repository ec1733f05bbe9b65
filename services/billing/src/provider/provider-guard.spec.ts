import { HealthServer, ProviderCalls } from '@desk/service-kit';
import { expect, it } from '@jest/globals';
import type { CallPacer } from './call-pacer.js';
import type { CircuitBreaker } from './circuit-breaker.js';
import { endpointOf, endpoints, ProviderGuard } from './provider-guard.js';
import type { ProviderRefusals } from './provider-refusals.js';

it.each([
  ['POST', '/v1/payment_intents', 'POST /v1/payment_intents'],
  ['POST', '/v1/payment_intents/pi_3Nq/confirm', 'POST /v1/payment_intents/*/confirm'],
  ['GET', '/v1/payment_intents/pi_3Nq', 'GET /v1/payment_intents/*'],
  ['GET', '/v1/payment_intents?customer=cus_1&limit=100', 'GET /v1/payment_intents'],
  ['GET', '/v1/payment_methods/pm_1', 'GET /v1/payment_methods/*'],
  ['GET', '/v1/setup_intents/seti_1', 'GET /v1/setup_intents/*'],
])('counts %s %s as %s', (method, path, endpoint) => {
  expect(endpointOf(method, path)).toBe(endpoint);
});

it('reports every outcome of every endpoint from the start, so that the first one counts as an increase', async () => {
  const { metrics } = new HealthServer({});
  const breaker = { isOpen: false, recordAnswer: () => undefined } as unknown as CircuitBreaker;
  const pacer = { wait: () => Promise.resolve() } as unknown as CallPacer;
  const refusals = { watch: () => undefined } as unknown as ProviderRefusals;
  const guard = new ProviderGuard(breaker, pacer, new ProviderCalls(metrics), refusals);
  const readCounts = async () =>
    (await metrics.metrics()).match(/^provider_call_duration_seconds_count\{.*$/gm) ?? [];

  const before = await readCounts();
  expect(before).toHaveLength(endpoints.length * 4);
  expect(before.filter((line) => !line.endsWith(' 0'))).toEqual([]);
  await guard.run('GET /v1/refunds', () =>
    Promise.resolve({ getStatusCode: () => 404, toJSON: () => Promise.resolve({}) }),
  );
  const after = await readCounts();
  expect(after).toHaveLength(before.length);
  expect(after.filter((line) => !line.endsWith(' 0'))).toEqual([
    'provider_call_duration_seconds_count{provider="card",operation="GET /v1/refunds",outcome="4xx"} 1',
  ]);
});
