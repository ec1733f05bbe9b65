import { Module } from '@nestjs/common';
import { ProviderModule } from '../provider/provider.module.js';
import { CardsController } from './cards.controller.js';
import { CardsService } from './cards.service.js';
import { CustomerRepository } from './customer.repository.js';

@Module({
  imports: [ProviderModule],
  providers: [CustomerRepository, CardsService],
  controllers: [CardsController],
  exports: [CustomerRepository],
})
export class CardsModule {}
