import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { CardErasureController } from './card-erasure.controller.js';
import { CardErasureService } from './card-erasure.service.js';

@Module({
  imports: [CardsModule, ProviderModule],
  providers: [CardErasureService],
  controllers: [CardErasureController],
})
export class CardErasureModule {}
