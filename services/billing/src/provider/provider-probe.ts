import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { ProviderEnv } from './provider-settings.js';

/** The card provider's API, unless `STRIPE_API_BASE` replaces it in development. */
export const API_BASE = 'https://api.stripe.com';

/** Requests one payment intent from the provider, bypassing the circuit breaker. */
@Injectable()
export class ProviderProbe {
  constructor(
    @InjectEnv()
    private readonly env: Pick<ProviderEnv, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE' | 'STRIPE_TIMEOUT_MS'>,
  ) {}

  /** Any answer counts, even a refused API key, but for 429 and 5xx. */
  async isAnswered(): Promise<boolean> {
    const { STRIPE_API_BASE, STRIPE_SECRET_KEY, STRIPE_TIMEOUT_MS } = this.env;
    try {
      const response = await fetch(new URL('/v1/payment_intents?limit=1', STRIPE_API_BASE ?? API_BASE), {
        headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
        redirect: 'manual',
        signal: AbortSignal.timeout(STRIPE_TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response.status < 500 && response.status !== 429;
    } catch {
      return false;
    }
  }
}
