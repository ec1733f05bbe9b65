import { DomainError } from '@desk/contracts';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { webhookSettings } from './webhook-settings.js';

/** Rejects older signatures, so that a captured event cannot be replayed. */
const MAX_SIGNATURE_AGE_SECONDS = 300;

/**
 * Checks the card provider's signature before an event costs anything. billing checks it again, because whoever can
 * write to its queue must not be able to forge events.
 */
@Injectable()
export class SignatureVerifier {
  constructor(
    @InjectEnv() private readonly env: SettingsOf<Pick<typeof webhookSettings, 'STRIPE_WEBHOOK_SECRET'>>,
  ) {}

  /** @throws INVALID_SIGNATURE unless one of the secrets signed exactly these bytes, recently */
  verify(rawBody: Buffer, signature: string): void {
    if (!this.env.STRIPE_WEBHOOK_SECRET.some((secret) => isSignedWith(secret, rawBody, signature)))
      throw new DomainError('INVALID_SIGNATURE');
  }
}

function isSignedWith(secret: string, rawBody: Buffer, signature: string): boolean {
  try {
    const { signature: signatures } = Stripe.webhooks;
    return signatures?.verifyHeader(rawBody, signature, secret, MAX_SIGNATURE_AGE_SECONDS) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}
