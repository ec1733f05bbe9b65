import { Module } from '@nestjs/common';
import { SearchModule } from '../search/search.module.js';
import { WaitingLeadsModule } from '../waiting-leads/waiting-leads.module.js';
import { LeadHistoryController } from './lead-history.controller.js';
import { LeadHistoryRepository } from './lead-history.repository.js';
import { LeadHistoryService } from './lead-history.service.js';

@Module({
  imports: [SearchModule, WaitingLeadsModule],
  providers: [LeadHistoryRepository, LeadHistoryService],
  controllers: [LeadHistoryController],
})
export class LeadHistoryModule {}
