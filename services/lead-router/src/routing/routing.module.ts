import { Module } from '@nestjs/common';
import { FeedModule } from '../feed/feed.module.js';
import { LeadMetrics } from './lead-metrics.js';
import { LeadRouter } from './lead-router.js';
import { RoutingSweeper } from './routing-sweeper.js';
import { RoutingController } from './routing.controller.js';
import { RoutingRepository } from './routing.repository.js';
import { RoutingService } from './routing.service.js';

@Module({
  imports: [FeedModule],
  providers: [RoutingRepository, LeadMetrics, LeadRouter, RoutingService, RoutingSweeper],
  controllers: [RoutingController],
  exports: [LeadRouter, LeadMetrics, RoutingRepository],
})
export class RoutingModule {}
