import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { assertNoTransaction } from '@desk/outbox';
import { InjectEnv } from '@desk/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import Stripe from 'stripe';
import { endpointOf, ProviderGuard } from './provider-guard.js';
import { API_BASE } from './provider-probe.js';
import type { ProviderEnv } from './provider-settings.js';

/** Pinned, because a new API version can change the meaning of answers. Upgrade it together with the code. */
const API_VERSION = '2026-10-28.endive';
const MAX_SOCKETS = 100;

type StripeSettings = Pick<ProviderEnv, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE' | 'STRIPE_TIMEOUT_MS'>;

/**
 * The Stripe SDK with every default set explicitly and retries off. The SDK still retries once after a closed
 * connection; that is harmless because every POST here carries an idempotency key.
 */
@Injectable()
export class StripeClient implements OnApplicationShutdown {
  private readonly stripe: Stripe;
  private readonly agent: HttpAgent;

  constructor(
    @InjectEnv() settings: StripeSettings,
    @Inject(ProviderGuard) guard: Pick<ProviderGuard, 'run'>,
  ) {
    const { protocol, hostname, port } = new URL(settings.STRIPE_API_BASE ?? API_BASE);
    const isPlain = protocol === 'http:';
    const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
    this.agent = isPlain ? new HttpAgent(options) : new HttpsAgent(options);
    this.stripe = new Stripe(settings.STRIPE_SECRET_KEY, {
      apiVersion: API_VERSION,
      maxNetworkRetries: 0,
      timeout: settings.STRIPE_TIMEOUT_MS,
      telemetry: false,
      httpClient: guardedClient(Stripe.createNodeHttpClient(this.agent), guard),
      host: hostname,
      port: port === '' ? (isPlain ? 80 : 443) : Number(port),
      protocol: isPlain ? 'http' : 'https',
    });
  }

  /** The client for requests. Throws inside a database transaction, which would wait for the provider's answer. */
  get api(): Stripe {
    assertNoTransaction('the card provider');
    return this.stripe;
  }

  /** Verifies signatures without a request. */
  get webhooks(): Stripe['webhooks'] {
    return this.stripe.webhooks;
  }

  /** Runs after the last message was handled. */
  onApplicationShutdown(): void {
    this.agent.destroy();
  }
}

/** The provider returns a reference as an id, or as the whole object where expansion was requested. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

const guardedClient = (client: HttpClient, guard: Pick<ProviderGuard, 'run'>): HttpClient => ({
  getClientName: () => client.getClientName(),
  makeRequest: (...call: Parameters<HttpClient['makeRequest']>) => {
    const [, , path, method] = call;
    return guard.run(endpointOf(method, path), () => client.makeRequest(...call));
  },
});
