import { Module } from '@nestjs/common';
import { CallPacer } from './call-pacer.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { DisputeClient } from './dispute-client.js';
import { EventClient } from './event-client.js';
import { PaymentIntentClient } from './payment-intent-client.js';
import { ProviderGuard } from './provider-guard.js';
import { ProviderRefusals } from './provider-refusals.js';
import { ProviderProbe } from './provider-probe.js';
import { ProviderStatusRepository } from './provider-status.repository.js';
import { ReconciliationClient } from './reconciliation-client.js';
import { RefundClient } from './refund-client.js';
import { SavedCardClient } from './saved-card-client.js';
import { StripeClient } from './stripe-client.js';
import { WebhookVerifier } from './webhook-verifier.js';

@Module({
  providers: [
    ProviderStatusRepository,
    ProviderProbe,
    CircuitBreaker,
    CallPacer,
    ProviderRefusals,
    ProviderGuard,
    StripeClient,
    PaymentIntentClient,
    SavedCardClient,
    RefundClient,
    EventClient,
    DisputeClient,
    ReconciliationClient,
    WebhookVerifier,
  ],
  exports: [
    CircuitBreaker,
    PaymentIntentClient,
    SavedCardClient,
    RefundClient,
    EventClient,
    DisputeClient,
    ReconciliationClient,
    WebhookVerifier,
  ],
})
export class ProviderModule {}
