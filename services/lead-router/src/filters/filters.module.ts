import { Module } from '@nestjs/common';
import { FeedModule } from '../feed/feed.module.js';
import { MatchingModule } from '../matching/matching.module.js';
import { FiltersController } from './filters.controller.js';
import { FiltersRepository } from './filters.repository.js';
import { FiltersService } from './filters.service.js';
import { LeadReportRepository } from './lead-report.repository.js';

@Module({
  imports: [FeedModule, MatchingModule],
  providers: [FiltersRepository, FiltersService, LeadReportRepository],
  controllers: [FiltersController],
})
export class FiltersModule {}
