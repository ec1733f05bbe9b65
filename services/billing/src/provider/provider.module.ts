import { Module } from '@nestjs/common';
import { PaymentIntentClient } from './payment-intent-client.js';
import { SavedCardClient } from './saved-card-client.js';
import { StripeClient } from './stripe-client.js';
import { WebhookVerifier } from './webhook-verifier.js';

@Module({
  providers: [StripeClient, PaymentIntentClient, SavedCardClient, WebhookVerifier],
  exports: [PaymentIntentClient, SavedCardClient, WebhookVerifier],
})
export class ProviderModule {}
