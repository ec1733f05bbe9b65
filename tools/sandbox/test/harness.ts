import Stripe from 'stripe';
import { startSandbox, type Sandbox, type SandboxOptions } from '../src/index.js';

export const createStripe = (sandbox: Pick<Sandbox, 'port'>, key = 'sk_test_sandbox'): Stripe =>
  new Stripe(key, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 5_000,
    telemetry: false,
  });

export interface Harness {
  readonly sandbox: Sandbox;
  readonly stripe: Stripe;
}

export async function startHarness(options: SandboxOptions = {}): Promise<Harness> {
  const sandbox = await startSandbox({ logLevel: 'silent', ...options });
  return { sandbox, stripe: createStripe(sandbox) };
}

/** Creates a customer with a saved card. */
export async function createBuyer(
  stripe: Stripe,
  card = 'pm_card_visa',
): Promise<{ customer: string; method: string }> {
  const customer = await stripe.customers.create({ email: 'buyer@example.com' });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  return { customer: customer.id, method: method.id };
}

/** Returns the Stripe error that the call rejects with. Throws if the call succeeds. */
export async function getError(
  call: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('the call succeeded');
}
