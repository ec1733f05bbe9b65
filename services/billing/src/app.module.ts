import { RetentionModule } from '@desk/service-kit';
import { Module } from '@nestjs/common';
import { AttentionController } from './attention/attention.controller.js';
import { BalanceController } from './balance/balance.controller.js';
import { BalanceRepository } from './balance/balance.repository.js';
import { CardErasureController } from './card-erasure/card-erasure.controller.js';
import { CardExpiryWatch } from './cards/card-expiry-watch.js';
import { CardRecoveryController } from './cards/card-recovery.controller.js';
import { CardSetupRepository } from './cards/card-setup.repository.js';
import { CardSetupsService } from './cards/card-setups.service.js';
import { CardUpdatesService } from './cards/card-updates.service.js';
import { CardsController } from './cards/cards.controller.js';
import { CustomerRepository } from './cards/customer.repository.js';
import { ProofOfWork } from './cards/proof-of-work.js';
import { ChargeMetrics } from './charges/charge-metrics.js';
import { ChargeOutcomeRecorder } from './charges/charge-outcome-recorder.js';
import { ChargeFlow } from './charges/charge.flow.js';
import { ChargeRepository } from './charges/charge.repository.js';
import { IntentSteps } from './charges/intent-steps.js';
import { LockedOutcomeRecorder } from './charges/locked-outcome-recorder.js';
import { PurchaseRepository } from './charges/purchase.repository.js';
import { DisputeRepository } from './disputes/dispute.repository.js';
import { DisputesController } from './disputes/disputes.controller.js';
import { DisputesService } from './disputes/disputes.service.js';
import { DocumentIssuer, DocumentIssuerRepository } from './documents/document-issuer.js';
import { DocumentRepository } from './documents/document.repository.js';
import { DocumentsController } from './documents/documents.controller.js';
import { PaymentsController, PaymentTotalRepository } from './payments/payments.controller.js';
import { PaymentRepository } from './payments/payment.repository.js';
import { MissedEventReader } from './provider-events/missed-event-reader.js';
import { ProviderEventProcessor } from './provider-events/provider-event-processor.js';
import { ProviderEventRepository } from './provider-events/provider-event.repository.js';
import { ProviderEventsController } from './provider-events/provider-events.controller.js';
import { ProviderEventsService } from './provider-events/provider-events.service.js';
import { CallPacer } from './provider/call-pacer.js';
import { CircuitBreaker, ProviderStatusRepository } from './provider/circuit-breaker.js';
import { EventClient } from './provider/event-client.js';
import { MoneyBackClient } from './provider/money-back-client.js';
import { ProviderGuard } from './provider/provider-guard.js';
import { ProviderProbe } from './provider/provider-probe.js';
import { ProviderRefusals } from './provider/provider-refusals.js';
import { ReconciliationClient } from './provider/reconciliation-client.js';
import { SavedCardClient } from './provider/saved-card-client.js';
import { StripeClient } from './provider/stripe-client.js';
import { DifferenceRepository } from './reconciliation/difference.repository.js';
import { ObjectComparer } from './reconciliation/object-comparer.js';
import { PageReader } from './reconciliation/page-reader.js';
import { Reconciler } from './reconciliation/reconciler.js';
import { ReconciliationSchedule } from './reconciliation/reconciliation-schedule.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { RecordRepository } from './reconciliation/record.repository.js';
import { RunRepository } from './reconciliation/run.repository.js';
import { MoneyBackRecorder } from './refunds/money-back-recorder.js';
import { RefundMetrics } from './refunds/refund-metrics.js';
import { RefundRecorder } from './refunds/refund-recorder.js';
import { RefundFlow } from './refunds/refund.flow.js';
import { RefundRepository } from './refunds/refund.repository.js';
import { RefundsController } from './refunds/refunds.controller.js';
import { retentionRules } from './retention/retention-rules.js';

/**
 * Everything that billing is made of, in the order of a sale: the buyer saves a card, the card is charged, the provider
 * reports, the payment is listed, its receipt issued, and all of it compared with the provider.
 */
@Module({
  imports: [RetentionModule.of(retentionRules)],
  controllers: [
    AttentionController,
    CardsController,
    CardRecoveryController,
    ChargeFlow,
    RefundsController,
    RefundFlow,
    DisputesController,
    ProviderEventsController,
    ProviderEventProcessor,
    PaymentsController,
    DocumentsController,
    BalanceController,
    ReconciliationController,
    CardErasureController,
  ],
  providers: [
    CustomerRepository,
    CardSetupRepository,
    CardSetupsService,
    ProofOfWork,
    CardUpdatesService,
    CardExpiryWatch,
    ChargeRepository,
    PurchaseRepository,
    IntentSteps,
    ChargeOutcomeRecorder,
    LockedOutcomeRecorder,
    ChargeMetrics,
    RefundRepository,
    MoneyBackRecorder,
    RefundMetrics,
    RefundRecorder,
    DisputeRepository,
    DisputesService,
    ProviderEventRepository,
    ProviderEventsService,
    MissedEventReader,
    PaymentRepository,
    PaymentTotalRepository,
    DocumentIssuerRepository,
    DocumentIssuer,
    DocumentRepository,
    BalanceRepository,
    RunRepository,
    RecordRepository,
    DifferenceRepository,
    ObjectComparer,
    PageReader,
    Reconciler,
    ReconciliationSchedule,
    ProviderStatusRepository,
    ProviderProbe,
    CircuitBreaker,
    CallPacer,
    ProviderRefusals,
    ProviderGuard,
    StripeClient,
    SavedCardClient,
    MoneyBackClient,
    EventClient,
    ReconciliationClient,
  ],
})
export class AppModule {}
