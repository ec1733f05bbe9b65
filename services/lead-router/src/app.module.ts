import { EncryptionModule, RetentionModule } from '@desk/service-kit';
import { StepRunner } from '@desk/steps';
import { Module } from '@nestjs/common';
import { AgentReportController, AgentReportRepository } from './agent-reports/agent-report.controller.js';
import { AttentionController } from './attention/attention.controller.js';
import { BuyerErasureController } from './buyer-erasure/buyer-erasure.controller.js';
import { BuyerSettingsService } from './buyers/buyer-settings.service.js';
import { BuyerRepository } from './buyers/buyer.repository.js';
import { BuyersController } from './buyers/buyers.controller.js';
import { UndeliveredLeadsService } from './buyers/undelivered-leads.service.js';
import { FeedCleanup } from './feed/feed-cleanup.js';
import { FeedController } from './feed/feed.controller.js';
import { FeedService } from './feed/feed.service.js';
import { FiltersController } from './filters/filters.controller.js';
import { FiltersRepository } from './filters/filters.repository.js';
import { ConnectionRepository } from './funnels/connection.repository.js';
import { ConnectionsController } from './funnels/connections.controller.js';
import { FunnelKeyRepository } from './funnels/funnel-key.repository.js';
import { FunnelKeyChangePublisher } from './funnels/funnel-key-change.publisher.js';
import { FunnelKeyBroadcast } from './funnels/funnel-key-broadcast.js';
import { FunnelReportRepository, FunnelReportsController } from './funnels/funnel-reports.controller.js';
import { FunnelSettingsController } from './funnels/funnel-settings.controller.js';
import { FunnelSettingsRepository } from './funnels/funnel-settings.repository.js';
import { FunnelRepository } from './funnels/funnel.repository.js';
import { FunnelsController } from './funnels/funnels.controller.js';
import { RejectionRepository } from './funnels/rejection.repository.js';
import { MappingRepository } from './funnels/mapping.repository.js';
import { MappingsController } from './funnels/mappings.controller.js';
import { HeldPostRepository } from './held-posts/held-post.repository.js';
import { HeldPostReplaysController } from './held-posts/held-post-replays.controller.js';
import { HeldPostsController } from './held-posts/held-posts.controller.js';
import { IntakeController } from './intake/intake.controller.js';
import { LeadChecksController } from './intake/lead-checks.controller.js';
import { LeadStatusController } from './intake/lead-status.controller.js';
import { LeadRepository } from './intake/lead.repository.js';
import { PostDecider } from './intake/post-decider.js';
import { TestLeads } from './intake/test-leads.js';
import { FormReader } from './lead-fetches/form-reader.js';
import { GraphClient } from './lead-fetches/graph-client.js';
import { LeadFetchRepository } from './lead-fetches/lead-fetch.repository.js';
import { LeadFetchFlow } from './lead-fetches/lead-fetch.flow.js';
import { LeadHistoryController } from './lead-history/lead-history.controller.js';
import { LeadHistoryRepository } from './lead-history/lead-history.repository.js';
import { LeadViewRepository } from './lead-views/lead-view.repository.js';
import { LeadViewsController } from './lead-views/lead-views.controller.js';
import { MatchCountsService, ReceivedLeadsRepository } from './matching/match-counts.service.js';
import { MarketCounter } from './market-reports/market-counter.js';
import { MarketReportController } from './market-reports/market-report.controller.js';
import { MarketReportRepository } from './market-reports/market-report.repository.js';
import { OfferOutcomeRepository } from './offer-outcomes/offer-outcome.repository.js';
import { OfferOutcomesController } from './offer-outcomes/offer-outcomes.controller.js';
import { ProblemReportRepository } from './problem-reports/problem-report.repository.js';
import {
  ProblemDecisionsController,
  ProblemReportsController,
} from './problem-reports/problem-reports.controller.js';
import { ReminderSweeper } from './reminders/reminder-sweeper.js';
import { retentionRules } from './retention/retention-rules.js';
import { LeadMetrics } from './routing/lead-metrics.js';
import { LeadRouter } from './routing/lead-router.js';
import { RoutingSweeper } from './routing/routing-sweeper.js';
import { RoutingController } from './routing/routing.controller.js';
import { RoutingRepository } from './routing/routing.repository.js';
import { LeadIndex } from './search/lead-index.js';
import { LeadSearchRepository } from './search/lead-search.repository.js';
import { DeliveriesController } from './sold-leads/deliveries.controller.js';
import { DispositionController, DispositionRepository } from './sold-leads/disposition.controller.js';
import { RefundRepository, RefundsController } from './sold-leads/refunds.controller.js';
import { SaleRepository } from './sold-leads/sale.repository.js';
import { SeenLeadsService } from './sold-leads/seen-leads.service.js';
import { SoldLeadSearchRepository } from './sold-leads/sold-lead-search.repository.js';
import { SoldLeadRepository } from './sold-leads/sold-lead.repository.js';
import { SoldLeadsController } from './sold-leads/sold-leads.controller.js';
import { StatisticsController } from './statistics/statistics.controller.js';
import { LeadDecisionRepository } from './waiting-leads/lead-decision.repository.js';
import { WaitingLeadRepository, WaitingLeadsController } from './waiting-leads/waiting-leads.controller.js';
import { AgentWeekSweeper } from './weekly-summaries/agent-week-sweeper.js';
import { MarketWeekSweeper } from './weekly-summaries/market-week-sweeper.js';

/**
 * Everything that lead-router is made of, in the order of the lead path: a funnel posts a lead, intake accepts it, routing
 * reserves it for a buyer, the charge has an outcome, and the sold lead appears on the buyer's list and feed.
 */
@Module({
  imports: [EncryptionModule, RetentionModule.of(retentionRules)],
  controllers: [
    IntakeController,
    LeadChecksController,
    LeadStatusController,
    RoutingController,
    OfferOutcomesController,
    DeliveriesController,
    RefundsController,
    SoldLeadsController,
    DispositionController,
    LeadViewsController,
    AgentReportController,
    MarketReportController,
    FunnelsController,
    FunnelSettingsController,
    FunnelReportsController,
    MappingsController,
    ConnectionsController,
    HeldPostsController,
    HeldPostReplaysController,
    LeadFetchFlow,
    BuyersController,
    FiltersController,
    WaitingLeadsController,
    ProblemReportsController,
    ProblemDecisionsController,
    FeedController,
    LeadHistoryController,
    StatisticsController,
    AttentionController,
    BuyerErasureController,
  ],
  providers: [
    FunnelRepository,
    FunnelKeyRepository,
    RejectionRepository,
    FunnelSettingsRepository,
    FunnelReportRepository,
    FunnelKeyChangePublisher,
    FunnelKeyBroadcast,
    MappingRepository,
    ConnectionRepository,
    HeldPostRepository,
    LeadFetchRepository,
    StepRunner,
    GraphClient,
    FormReader,
    LeadRepository,
    TestLeads,
    PostDecider,
    BuyerRepository,
    BuyerSettingsService,
    UndeliveredLeadsService,
    ReceivedLeadsRepository,
    MatchCountsService,
    FiltersRepository,
    RoutingRepository,
    LeadRouter,
    LeadMetrics,
    RoutingSweeper,
    LeadDecisionRepository,
    WaitingLeadRepository,
    OfferOutcomeRepository,
    SaleRepository,
    RefundRepository,
    SoldLeadRepository,
    SoldLeadSearchRepository,
    SeenLeadsService,
    DispositionRepository,
    ReminderSweeper,
    LeadViewRepository,
    AgentReportRepository,
    MarketReportRepository,
    MarketCounter,
    AgentWeekSweeper,
    MarketWeekSweeper,
    ProblemReportRepository,
    FeedService,
    FeedCleanup,
    LeadIndex,
    LeadSearchRepository,
    LeadHistoryRepository,
  ],
})
export class AppModule {}
