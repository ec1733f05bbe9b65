import { Module } from '@nestjs/common';
import { ProviderModule } from '../provider/provider.module.js';
import { CardExpiryRepository } from './card-expiry.repository.js';
import { CardExpiryWatch } from './card-expiry-watch.js';
import { CardRecoveryService } from './card-recovery.service.js';
import { CardUpdatesService } from './card-updates.service.js';
import { CardsController } from './cards.controller.js';
import { CardsService } from './cards.service.js';
import { CustomerRepository } from './customer.repository.js';

@Module({
  imports: [ProviderModule],
  providers: [
    CustomerRepository,
    CardsService,
    CardRecoveryService,
    CardUpdatesService,
    CardExpiryRepository,
    CardExpiryWatch,
  ],
  controllers: [CardsController],
  exports: [CustomerRepository, CardUpdatesService],
})
export class CardsModule {}
