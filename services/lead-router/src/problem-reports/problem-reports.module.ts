import { Module } from '@nestjs/common';
import { FeedModule } from '../feed/feed.module.js';
import { ProblemDecisionsService } from './problem-decisions.service.js';
import { ProblemReportRepository } from './problem-report.repository.js';
import { ProblemReportsController } from './problem-reports.controller.js';
import { ProblemReportsService } from './problem-reports.service.js';

@Module({
  imports: [FeedModule],
  providers: [ProblemReportRepository, ProblemReportsService, ProblemDecisionsService],
  controllers: [ProblemReportsController],
  exports: [ProblemReportRepository],
})
export class ProblemReportsModule {}
