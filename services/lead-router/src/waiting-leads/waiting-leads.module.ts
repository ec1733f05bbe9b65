import { Module } from '@nestjs/common';
import { RoutingModule } from '../routing/routing.module.js';
import { LeadDecisionRepository } from './lead-decision.repository.js';
import { WaitingLeadRepository } from './waiting-lead.repository.js';
import { WaitingLeadsController } from './waiting-leads.controller.js';
import { WaitingLeadsService } from './waiting-leads.service.js';

@Module({
  imports: [RoutingModule],
  providers: [LeadDecisionRepository, WaitingLeadRepository, WaitingLeadsService],
  controllers: [WaitingLeadsController],
  exports: [LeadDecisionRepository],
})
export class WaitingLeadsModule {}
