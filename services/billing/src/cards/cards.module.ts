import { Module } from '@nestjs/common';
import { ProviderModule } from '../provider/provider.module.js';
import { CardExpiryRepository } from './card-expiry.repository.js';
import { CardExpiryWatch } from './card-expiry-watch.js';
import { CardRemovalController } from './card-removal.controller.js';
import { CardRemovalService } from './card-removal.service.js';
import { CardRecoveryService } from './card-recovery.service.js';
import { CardSetupMetrics } from './card-setup-metrics.js';
import { CardSetupRepository } from './card-setup.repository.js';
import { CardSetupsService } from './card-setups.service.js';
import { CardUpdatesService } from './card-updates.service.js';
import { CardsController } from './cards.controller.js';
import { CardsService } from './cards.service.js';
import { CustomerRepository } from './customer.repository.js';
import { ProofOfWork } from './proof-of-work.js';

@Module({
  imports: [ProviderModule],
  providers: [
    CustomerRepository,
    CardsService,
    CardSetupMetrics,
    CardSetupRepository,
    CardSetupsService,
    ProofOfWork,
    CardRecoveryService,
    CardRemovalService,
    CardUpdatesService,
    CardExpiryRepository,
    CardExpiryWatch,
  ],
  controllers: [CardRemovalController, CardsController],
  exports: [CustomerRepository, CardSetupsService, CardUpdatesService],
})
export class CardsModule {}
