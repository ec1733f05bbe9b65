/** A listener for the events that `stripe listen --forward-to` or a tunnel brings. */
export interface WebhookOptions {
  readonly port: number;
  readonly secret: string;
}

export interface SmokeOptions {
  readonly secretKey: string;
  readonly apiBase?: string;
  /** Without it, the events are read from the provider's list. */
  readonly webhooks?: WebhookOptions;
}

const TEST_KEY = /^(sk|rk)_test_/;

/**
 * Reads and checks the settings.
 * @throws Error that says what to set
 */
export function readSmokeOptions(env: NodeJS.ProcessEnv, webhookPort: string | undefined): SmokeOptions {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase, STRIPE_WEBHOOK_SECRET: secret } = env;
  if (!secretKey) throw new Error('STRIPE_SECRET_KEY is missing. Set a test key: sk_test_…');
  if (!TEST_KEY.test(secretKey))
    throw new Error(
      'STRIPE_SECRET_KEY is not a test key. The smoke test charges cards, so it takes sk_test_… only.',
    );
  const options = { secretKey, ...(apiBase ? { apiBase } : {}) };
  if (webhookPort === undefined) return options;
  const port = Number(webhookPort);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--webhook-port must be a port number, not '${webhookPort}'`);
  if (!secret)
    throw new Error('STRIPE_WEBHOOK_SECRET is missing. It is what signs the forwarded events: whsec_…');
  return { ...options, webhooks: { port, secret } };
}
