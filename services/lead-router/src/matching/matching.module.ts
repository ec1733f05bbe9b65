import { Module } from '@nestjs/common';
import { MatchCountsService } from './match-counts.service.js';
import { ReceivedLeadsRepository } from './received-leads.repository.js';

@Module({
  providers: [ReceivedLeadsRepository, MatchCountsService],
  exports: [MatchCountsService],
})
export class MatchingModule {}
