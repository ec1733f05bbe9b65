import { Module } from '@nestjs/common';
import { FunnelsModule } from '../funnels/funnels.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { SearchModule } from '../search/search.module.js';
import { IntakeController } from './intake.controller.js';
import { IntakeService } from './intake.service.js';
import { LeadRepository } from './lead.repository.js';
import { PostFactsReader } from './post-facts.js';
import { TestLeads } from './test-leads.js';

@Module({
  imports: [FunnelsModule, RoutingModule, SearchModule],
  providers: [LeadRepository, TestLeads, PostFactsReader, IntakeService],
  controllers: [IntakeController],
})
export class IntakeModule {}
