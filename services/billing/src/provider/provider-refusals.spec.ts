import { HealthServer } from '@desk/service-kit';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { endpoints } from './provider-guard.js';
import { classifyFailure, type ProviderFailure } from './provider-failure.js';
import { ProviderRefusals } from './provider-refusals.js';

const refused = (error: ProviderFailure, status: number) => ({
  getStatusCode: () => status,
  toJSON: () => Promise.resolve({ error: { ...error, message: 'Invalid email address: ann@example.com' } }),
});

async function watch(endpoint: string, error: ProviderFailure, status: number) {
  const lines: string[] = [];
  const { metrics } = new HealthServer({});
  const refusals = new ProviderRefusals(
    { metrics } as HealthServer,
    pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  );
  const response = refused(error, status);
  refusals.watch(endpoint, response);
  await response.toJSON();
  const counted = (await metrics.metrics()).match(/^card_provider_refusals_total\{.*\} [1-9]\d*$/gm) ?? [];
  return { lines, counted };
}

describe('classifyFailure', () => {
  it.each<[ProviderFailure, string]>([
    [{}, 'passing'],
    [{ statusCode: 409, code: 'lock_timeout' }, 'passing'],
    [{ statusCode: 429, code: 'rate_limit' }, 'passing'],
    [{ statusCode: 500, type: 'api_error' }, 'passing'],
    [{ statusCode: 503 }, 'passing'],
    [{ statusCode: 401 }, 'ours'],
    [{ statusCode: 403 }, 'ours'],
    [{ statusCode: 400, code: 'parameter_unknown' }, 'ours'],
    [{ statusCode: 400, type: 'idempotency_error' }, 'ours'],
    [{ statusCode: 400 }, 'permanent'],
    [{ statusCode: 400, code: 'email_invalid', param: 'email' }, 'permanent'],
    [{ statusCode: 402, type: 'card_error' }, 'permanent'],
    [{ statusCode: 404, code: 'resource_missing' }, 'permanent'],
  ])('takes %j as %s', (failure, kind) => {
    expect(classifyFailure(failure)).toBe(kind);
  });
});

describe('ProviderRefusals', () => {
  it.each([...endpoints])('raises the alarm for a refusal of %s, without what was sent', async (endpoint) => {
    for (const [status, kind] of [
      [400, 'permanent'],
      [401, 'ours'],
      [403, 'ours'],
    ] as const) {
      const { lines, counted } = await watch(endpoint, { type: 'invalid_request_error' }, status);
      expect(counted).toEqual([`card_provider_refusals_total{kind="${kind}"} 1`]);
      expect(lines.join()).toContain('provider-rejected-request');
      expect(lines.join()).not.toContain('ann@example.com');
    }
  });

  it.each<[string, ProviderFailure, number]>([
    ['POST /v1/payment_intents/*/confirm', { type: 'card_error', code: 'card_declined' }, 402],
    ['POST /v1/payment_intents', { code: 'payment_method_unexpected_state' }, 400],
    ['POST /v1/payment_intents', { code: 'resource_missing', param: 'payment_method' }, 400],
    ['POST /v1/payment_intents/*/cancel', { code: 'payment_intent_unexpected_state' }, 400],
    ['POST /v1/customers', { code: 'email_invalid', param: 'email' }, 400],
    ['POST /v1/customers', { type: 'idempotency_error' }, 400],
    ['POST /v1/refunds', { code: 'charge_already_refunded' }, 400],
    ['GET /v1/customers/*', { code: 'resource_missing', param: 'id' }, 404],
    ['GET /v1/events', { code: 'rate_limit' }, 429],
    ['GET /v1/events', { type: 'api_error' }, 500],
  ])('is silent about what %s expects: %j', async (endpoint, error, status) => {
    expect(await watch(endpoint, error, status)).toEqual({ lines: [], counted: [] });
  });
});
