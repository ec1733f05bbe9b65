import { Module } from '@nestjs/common';
import { BuyersController } from './buyers/buyers.controller.js';
import { BuyersService } from './buyers/buyers.service.js';
import { FunnelsController } from './funnels/funnels.controller.js';
import { FunnelsService } from './funnels/funnels.service.js';
import { IntakeController } from './intake/intake.controller.js';
import { IntakeService } from './intake/intake.service.js';
import { LeadsController } from './leads/leads.controller.js';
import { LeadsService } from './leads/leads.service.js';
import { RoutingController } from './routing/routing.controller.js';
import { RoutingService } from './routing/routing.service.js';
import { RoutingSweeper } from './routing/routing.sweeper.js';
import { SettlementController } from './settlement/settlement.controller.js';
import { SettlementService } from './settlement/settlement.service.js';

/** In the order of a lead's way: funnels post, intake takes, buyers stand ready, routing reserves, settlement sells. */
@Module({
  controllers: [
    FunnelsController,
    IntakeController,
    BuyersController,
    RoutingController,
    SettlementController,
    LeadsController,
  ],
  providers: [
    FunnelsService,
    IntakeService,
    BuyersService,
    RoutingService,
    RoutingSweeper,
    SettlementService,
    LeadsService,
  ],
})
export class AppModule {}
