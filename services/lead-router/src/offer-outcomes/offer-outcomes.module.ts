import { Module } from '@nestjs/common';
import { FeedModule } from '../feed/feed.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { SoldLeadsModule } from '../sold-leads/sold-leads.module.js';
import { OfferOutcomeRepository } from './offer-outcome.repository.js';
import { OfferOutcomesController } from './offer-outcomes.controller.js';
import { OfferOutcomesService } from './offer-outcomes.service.js';

@Module({
  imports: [FeedModule, RoutingModule, SoldLeadsModule],
  providers: [OfferOutcomeRepository, OfferOutcomesService],
  controllers: [OfferOutcomesController],
})
export class OfferOutcomesModule {}
