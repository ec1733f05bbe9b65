import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { OptionalQuery } from '../http/optional-query.js';
import { BulkReads } from './bulk-reads.js';
import { LeadExportService } from './lead-export.service.js';
import { LeadPageService } from './lead-page.service.js';
import { LeadsController } from './leads.controller.js';

@Module({
  imports: [AuditModule],
  providers: [BulkReads, OptionalQuery, LeadPageService, LeadExportService],
  controllers: [LeadsController],
})
export class LeadsModule {}
