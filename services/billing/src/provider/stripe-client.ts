import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { InjectEnv } from '@desk/service-kit';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import Stripe from 'stripe';
import type { BillingEnv } from '../env.js';

/** The version that the code was written against; a change of it is a change of code. */
const API_VERSION = '2026-10-28.endive';
const API_BASE = 'https://api.stripe.com';
const MAX_SOCKETS = 100;

type StripeSettings = Pick<BillingEnv, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE' | 'STRIPE_TIMEOUT_MS'>;

/**
 * The official client with every default said. It repeats nothing by itself, except once a request whose connection
 * was closed; that is harmless, since each POST here carries a key of its own.
 */
@Injectable()
export class StripeClient implements OnApplicationShutdown {
  readonly api: Stripe;
  private readonly agent: HttpAgent;

  constructor(@InjectEnv() settings: StripeSettings) {
    const { protocol, hostname, port } = new URL(settings.STRIPE_API_BASE ?? API_BASE);
    const isPlain = protocol === 'http:';
    const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
    this.agent = isPlain ? new HttpAgent(options) : new HttpsAgent(options);
    this.api = new Stripe(settings.STRIPE_SECRET_KEY, {
      apiVersion: API_VERSION,
      maxNetworkRetries: 0,
      timeout: settings.STRIPE_TIMEOUT_MS,
      telemetry: false,
      httpAgent: this.agent,
      host: hostname,
      port: port === '' ? (isPlain ? 80 : 443) : Number(port),
      protocol: isPlain ? 'http' : 'https',
    });
  }

  /** After the last message was handled. */
  onApplicationShutdown(): void {
    this.agent.destroy();
  }
}
