import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { ChargeMetrics } from './charge-metrics.js';
import { ChargeOutcomeRecorder } from './charge-outcome-recorder.js';
import { ChargesController } from './charges.controller.js';
import { ChargesService } from './charges.service.js';
import { IntentCanceler } from './intent-canceler.js';
import { IntentConfirmer } from './intent-confirmer.js';
import { IntentCreator } from './intent-creator.js';
import { IntentReader } from './intent-reader.js';
import { OfferClient } from './offer-client.js';
import { PurchaseDeferrer } from './purchase-deferrer.js';
import { PurchaseOpener } from './purchase-opener.js';
import { PurchaseRepository } from './purchase.repository.js';

@Module({
  imports: [CardsModule, ProviderModule],
  providers: [
    PurchaseRepository,
    OfferClient,
    PurchaseOpener,
    IntentCreator,
    IntentReader,
    IntentConfirmer,
    IntentCanceler,
    ChargeMetrics,
    ChargeOutcomeRecorder,
    PurchaseDeferrer,
    ChargesService,
  ],
  controllers: [ChargesController],
  exports: [OfferClient, PurchaseRepository, ChargesService],
})
export class ChargesModule {}
