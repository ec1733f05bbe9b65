import { Module } from '@nestjs/common';
import { CardsController } from './cards/cards.controller.js';
import { CardsService } from './cards/cards.service.js';
import { CancelIntent } from './charges/cancel-intent.js';
import { ChargesController } from './charges/charges.controller.js';
import { ChargesService } from './charges/charges.service.js';
import { ConfirmIntent } from './charges/confirm-intent.js';
import { CreateIntent } from './charges/create-intent.js';
import { OpenPurchase } from './charges/open-purchase.js';
import { DeferPurchase } from './charges/park-purchase.js';
import { PaymentsService } from './charges/payments.service.js';
import { ReadIntent } from './charges/read-intent.js';
import { ChargeOutcomeRecorder } from './charges/settle-purchase.js';
import { CustomersRepository } from './database/repositories/customers.repository.js';
import { PaymentTotalsRepository } from './database/repositories/payment-totals.repository.js';
import { PaymentsRepository } from './database/repositories/payments.repository.js';
import { ProviderEventsRepository } from './database/repositories/provider-events.repository.js';
import { PurchasesRepository } from './database/repositories/purchases.repository.js';
import { ProviderEventsController } from './provider-events/provider-events.controller.js';
import { ProviderEventsService } from './provider-events/provider-events.service.js';
import { PaymentIntents } from './provider/payment-intents.js';
import { SavedCards } from './provider/saved-cards.js';
import { WebhookVerifier } from './provider/signed-events.js';
import { StripeClient } from './provider/stripe-client.js';

const repositories = [
  ...[CustomersRepository, PurchasesRepository, PaymentsRepository, PaymentTotalsRepository],
  ProviderEventsRepository,
];
const provider = [StripeClient, PaymentIntents, SavedCards, WebhookVerifier];
/** In the order of a charge's way. */
const charges = [
  ...[OpenPurchase, CreateIntent, ConfirmIntent, ChargeOutcomeRecorder],
  ...[DeferPurchase, ReadIntent, CancelIntent, ChargesService, PaymentsService],
];

@Module({
  controllers: [CardsController, ChargesController, ProviderEventsController],
  providers: [...repositories, ...provider, ...charges, CardsService, ProviderEventsService],
})
export class AppModule {}
