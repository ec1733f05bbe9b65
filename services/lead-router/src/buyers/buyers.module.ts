import { Module } from '@nestjs/common';
import { FeedModule } from '../feed/feed.module.js';
import { MatchingModule } from '../matching/matching.module.js';
import { BuyerSettingsService } from './buyer-settings.service.js';
import { BuyerRepository } from './buyer.repository.js';
import { BuyersController } from './buyers.controller.js';
import { BuyersService } from './buyers.service.js';
import { UndeliveredLeadsService } from './undelivered-leads.service.js';
import { EligibilityService } from './eligibility.service.js';

@Module({
  imports: [FeedModule, MatchingModule],
  providers: [
    BuyerRepository,
    BuyersService,
    BuyerSettingsService,
    EligibilityService,
    UndeliveredLeadsService,
  ],
  controllers: [BuyersController],
  exports: [BuyerRepository, BuyerSettingsService, UndeliveredLeadsService],
})
export class BuyersModule {}
