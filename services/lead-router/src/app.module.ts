import { Module } from '@nestjs/common';
import { BuyerSettingsService } from './buyers/buyer-settings.service.js';
import { BuyersController } from './buyers/buyers.controller.js';
import { BuyersService } from './buyers/buyers.service.js';
import { EligibilityService } from './buyers/eligibility.service.js';
import { FeedController } from './feed/feed.controller.js';
import { FeedService } from './feed/feed.service.js';
import { FeedSweeper } from './feed/feed.sweeper.js';
import { FunnelsController } from './funnels/funnels.controller.js';
import { FunnelsService } from './funnels/funnels.service.js';
import { IntakeController } from './intake/intake.controller.js';
import { IntakeService } from './intake/intake.service.js';
import { LeadsController } from './leads/leads.controller.js';
import { LeadsService } from './leads/leads.service.js';
import { LeadHistoryController } from './ledger/ledger.controller.js';
import { LeadHistoryService } from './ledger/ledger.service.js';
import { RoutingController } from './routing/routing.controller.js';
import { RoutingService } from './routing/routing.service.js';
import { RoutingSweeper } from './routing/routing.sweeper.js';
import { LeadFinder } from './search/lead-finder.js';
import { OfferOutcomesController } from './settlement/settlement.controller.js';
import { OfferOutcomesService } from './settlement/settlement.service.js';
import { DeliveriesService } from './sold-leads/deliveries.service.js';
import { DispositionService } from './sold-leads/follow-up.service.js';
import { SoldLeadsController } from './sold-leads/sold-leads.controller.js';
import { SoldLeadsService } from './sold-leads/sold-leads.service.js';

/**
 * In the order of a lead's way: funnels post, intake takes, buyers stand ready, routing reserves, settlement sells,
 * the buyer has it on their list and hears of it by the feed. Then what others read of all leads.
 */
@Module({
  controllers: [
    FunnelsController,
    IntakeController,
    BuyersController,
    RoutingController,
    OfferOutcomesController,
    SoldLeadsController,
    FeedController,
    LeadsController,
    LeadHistoryController,
  ],
  providers: [
    FunnelsService,
    IntakeService,
    BuyersService,
    BuyerSettingsService,
    EligibilityService,
    RoutingService,
    RoutingSweeper,
    OfferOutcomesService,
    SoldLeadsService,
    DispositionService,
    DeliveriesService,
    FeedService,
    FeedSweeper,
    LeadFinder,
    LeadsService,
    LeadHistoryService,
  ],
})
export class AppModule {}
