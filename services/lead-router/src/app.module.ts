import { EncryptionModule, RetentionModule } from '@desk/service-kit';
import { Module } from '@nestjs/common';
import { BuyerErasureModule } from './buyer-erasure/buyer-erasure.module.js';
import { BuyersModule } from './buyers/buyers.module.js';
import { FeedModule } from './feed/feed.module.js';
import { FiltersModule } from './filters/filters.module.js';
import { FunnelsModule } from './funnels/funnels.module.js';
import { IntakeModule } from './intake/intake.module.js';
import { LeadHistoryModule } from './lead-history/lead-history.module.js';
import { OfferOutcomesModule } from './offer-outcomes/offer-outcomes.module.js';
import { ProblemReportsModule } from './problem-reports/problem-reports.module.js';
import { retentionRules } from './retention/retention-rules.js';
import { RoutingModule } from './routing/routing.module.js';
import { SoldLeadsModule } from './sold-leads/sold-leads.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { WaitingLeadsModule } from './waiting-leads/waiting-leads.module.js';

/**
 * In the order of the lead path: a funnel posts a lead, intake accepts it, routing reserves it for a buyer, the charge
 * has an outcome, and the sold lead appears on the buyer's list and feed. Reads over all leads follow, and the end of
 * what is kept.
 */
@Module({
  imports: [
    EncryptionModule,
    FunnelsModule,
    IntakeModule,
    BuyersModule,
    FiltersModule,
    RoutingModule,
    WaitingLeadsModule,
    OfferOutcomesModule,
    SoldLeadsModule,
    ProblemReportsModule,
    FeedModule,
    LeadHistoryModule,
    StatisticsModule,
    BuyerErasureModule,
    RetentionModule.of(retentionRules),
  ],
})
export class AppModule {}
