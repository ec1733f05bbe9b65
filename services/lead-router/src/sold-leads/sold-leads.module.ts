import { Module } from '@nestjs/common';
import { BuyersModule } from '../buyers/buyers.module.js';
import { FeedModule } from '../feed/feed.module.js';
import { ProblemReportsModule } from '../problem-reports/problem-reports.module.js';
import { SearchModule } from '../search/search.module.js';
import { DeliveriesService } from './deliveries.service.js';
import { DispositionRepository } from './disposition.repository.js';
import { DispositionService } from './disposition.service.js';
import { SaleRepository } from './sale.repository.js';
import { SoldLeadRepository } from './sold-lead.repository.js';
import { SoldLeadSearchRepository } from './sold-lead-search.repository.js';
import { SeenLeadsService } from './seen-leads.service.js';
import { RefundsService } from './refunds.service.js';
import { SoldLeadsController } from './sold-leads.controller.js';
import { SoldLeadsService } from './sold-leads.service.js';

@Module({
  imports: [BuyersModule, FeedModule, ProblemReportsModule, SearchModule],
  providers: [
    SaleRepository,
    SoldLeadRepository,
    SoldLeadSearchRepository,
    DispositionRepository,
    SoldLeadsService,
    DispositionService,
    DeliveriesService,
    RefundsService,
    SeenLeadsService,
  ],
  controllers: [SoldLeadsController],
  exports: [SaleRepository],
})
export class SoldLeadsModule {}
