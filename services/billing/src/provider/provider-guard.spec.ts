import { expect, it } from '@jest/globals';
import { endpointOf } from './provider-guard.js';

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
