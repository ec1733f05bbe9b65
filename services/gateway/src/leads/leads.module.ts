import { Module } from '@nestjs/common';
import { BuyersModule } from '../buyers/buyers.module.js';
import { OptionalQuery } from '../http/optional-query.js';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';
import { LeadExportService } from './lead-export.service.js';
import { LeadPageService } from './lead-page.service.js';
import { LeadsController } from './leads.controller.js';

@Module({
  imports: [BuyersModule],
  providers: [OptionalQuery, DashboardService, LeadPageService, LeadExportService],
  controllers: [DashboardController, LeadsController],
})
export class LeadsModule {}
