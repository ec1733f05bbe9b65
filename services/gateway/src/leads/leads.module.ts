import { Module } from '@nestjs/common';
import { OptionalQuery } from '../http/optional-query.js';
import { LeadExportService } from './lead-export.service.js';
import { LeadPageService } from './lead-page.service.js';
import { LeadsController } from './leads.controller.js';

@Module({
  providers: [OptionalQuery, LeadPageService, LeadExportService],
  controllers: [LeadsController],
})
export class LeadsModule {}
