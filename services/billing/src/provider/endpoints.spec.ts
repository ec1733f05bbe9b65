import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { endpoints } from './provider-guard.js';
import { StripeClient } from './stripe-client.js';

const SOURCES = join(import.meta.dirname, '..');
const SDK_CALL = /\bstripe\.api\s*\.(\w+)\s*\.(\w+)\(/g;
const ids: Readonly<Record<string, string>> = {
  customers: 'cus_1',
  disputes: 'dp_1',
  paymentIntents: 'pi_1',
  paymentMethods: 'pm_1',
  refunds: 're_1',
  setupIntents: 'seti_1',
};
const TAKES_NO_ID = ['create', 'list', 'search'];

type Resources = Readonly<
  Record<string, Readonly<Record<string, (...input: unknown[]) => Promise<unknown>>> | undefined>
>;

/** The calls of the SDK in the code of this service, such as `paymentIntents.confirm`. */
const findCalls = (): string[][] =>
  globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.spec.ts'] }).flatMap((path) =>
    [...readFileSync(join(SOURCES, path), 'utf8').matchAll(SDK_CALL)].map((call) => call.slice(1)),
  );

it('names every endpoint that is called, and no other', async () => {
  const called = new Set<string>();
  const client = new StripeClient(
    {
      STRIPE_SECRET_KEY: 'sk_test_unit_000',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
      STRIPE_TIMEOUT_MS: 1_000,
    },
    {
      run: (endpoint) => {
        called.add(endpoint);
        return Promise.reject(new Error('not sent'));
      },
    },
  );
  const api = client.api as unknown as Resources;
  for (const [resource = '', method = ''] of findCalls()) {
    const input = TAKES_NO_ID.includes(method) ? [] : [ids[resource]];
    await expect(api[resource]?.[method]?.(...input)).rejects.toThrow();
  }
  client.onApplicationShutdown();
  expect([...called].toSorted()).toEqual([...endpoints].toSorted());
});
