import { RetentionModule } from '@desk/service-kit';
import { Module } from '@nestjs/common';
import { CardErasureModule } from './card-erasure/card-erasure.module.js';
import { CardsModule } from './cards/cards.module.js';
import { ChargesModule } from './charges/charges.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { DisputesModule } from './disputes/disputes.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { ProviderEventsModule } from './provider-events/provider-events.module.js';
import { BalanceModule } from './balance/balance.module.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import { RefundsModule } from './refunds/refunds.module.js';
import { retentionRules } from './retention/retention-rules.js';

/** In the order of a sale: the buyer saves a card, the card is charged, the provider reports, the payment is listed, its receipt issued, and all of it compared with the provider. */
@Module({
  imports: [
    CardsModule,
    ChargesModule,
    RefundsModule,
    DisputesModule,
    ProviderEventsModule,
    PaymentsModule,
    DocumentsModule,
    BalanceModule,
    ReconciliationModule,
    CardErasureModule,
    RetentionModule.of(retentionRules),
  ],
})
export class AppModule {}
