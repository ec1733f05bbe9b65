import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { AdminAttentionController } from './attention/attention.controller.js';
import { AccessRecorder } from './audit/access-recorder.js';
import { AdminAuditController } from './audit/audit.controller.js';
import { AuditInterceptor } from './audit/audit.interceptor.js';
import { AccessGuard } from './auth/access.guard.js';
import { AuthController } from './auth/auth.controller.js';
import { CrossSiteGuard } from './auth/cross-site.guard.js';
import { FunnelAuthenticator } from './auth/funnel-authenticator.js';
import { FunnelGate } from './auth/funnel-gate.js';
import { FunnelOrigins } from './auth/funnel-origins.js';
import { SecurityRoutes } from './auth/security.controller.js';
import { SessionCookie } from './auth/session-cookie.js';
import { SessionKeys } from './auth/session-keys.js';
import { SessionGuard } from './auth/session.guard.js';
import { SessionStrategy } from './auth/session.strategy.js';
import { AdminBalanceController, BalanceRoutes } from './billing/balance.controller.js';
import { CardRoutes } from './billing/cards.controller.js';
import { ConfigController } from './billing/config.controller.js';
import { AdminDisputesController, DisputeRoutes } from './billing/disputes.controller.js';
import { AdminPaymentsController, RefundRoutes } from './billing/payments.controller.js';
import { PaymentsService } from './billing/payments.service.js';
import { AdminReconciliationController, ReconciliationRoutes } from './billing/reconciliation.controller.js';
import { BuyerSettingsService } from './buyers/buyer-settings.service.js';
import { DashboardController } from './buyers/dashboard.controller.js';
import { FilterRoutes, FiltersController } from './buyers/filters.controller.js';
import { ChannelRoutes, ChannelsController } from './channels/channels.controller.js';
import { IntegrationRoutes } from './channels/integrations.controller.js';
import { NoticeRoutes, NoticesController } from './channels/notices.controller.js';
import { AdminDeliveriesController, DeliveryRoutes } from './deliveries/admin-deliveries.controller.js';
import { DeliveriesController, OwnDeliveryRoutes } from './deliveries/deliveries.controller.js';
import { DeliveryLogService } from './deliveries/delivery-log.service.js';
import { AdminDocumentsController } from './documents/admin-documents.controller.js';
import { DocumentRoutes, DocumentsController } from './documents/documents.controller.js';
import { StatementService } from './documents/statement.service.js';
import { ProblemFilter } from './errors/problem.filter.js';
import { FunnelRoutes, FunnelsController } from './funnels/funnels.controller.js';
import { FetchedPosts } from './held-posts/fetched-posts.js';
import { HeldPostRoutes, HeldPostsController } from './held-posts/held-posts.controller.js';
import { PostReplayer } from './held-posts/post-replayer.js';
import { BodyGuard } from './http/body.guard.js';
import { OptionalQuery } from './http/optional-query.js';
import { BatchController } from './ingest/batch.controller.js';
import { IngestAdmission } from './ingest/ingest-admission.js';
import { IngestController } from './ingest/ingest.controller.js';
import { LeadChecks } from './ingest/lead-checks.js';
import { LeadIntake } from './ingest/lead-intake.js';
import { LeadPathBacklog } from './ingest/lead-path-backlog.js';
import { LeadTester } from './ingest/lead-tester.js';
import { PhoneTurns } from './ingest/phone-turns.js';
import { PhoneVerifier } from './ingest/phone-verifier.js';
import { PingController } from './ingest/ping.controller.js';
import { PostMetrics } from './ingest/post-metrics.js';
import { RejectionCounter } from './ingest/rejection-counter.js';
import { VerifiedIntake } from './ingest/verified-intake.js';
import { BulkReads } from './leads/bulk-reads.js';
import { LeadExportService } from './leads/lead-export.service.js';
import { AdminLeadHistoryController } from './leads/lead-history.controller.js';
import { LeadRoutes, LeadsController } from './leads/leads.controller.js';
import { AgentsReportController, MarketReportRoutes } from './leads/market-report.controller.js';
import { AdminProblemReportsController, ProblemReportRoutes } from './leads/problem-reports.controller.js';
import { WaitingLeadRoutes, WaitingLeadsController } from './leads/waiting-leads.controller.js';
import { AdminPages } from './live/admin-pages.js';
import { BuyerPages } from './live/buyer-pages.js';
import { Listeners } from './live/listeners.js';
import { LiveController } from './live/live.controller.js';
import { LiveService } from './live/live.service.js';
import { SessionChecks } from './live/session-checks.js';
import { AdminFailedMessagesController } from './messages/failed-messages.controller.js';
import { AdminQueuesController } from './messages/queues.controller.js';
import { NamesService } from './names/names.service.js';
import { OnboardingController, SignUpRoutes } from './onboarding/onboarding.controller.js';
import { IdentityLimitGuard, NetworkLimitGuard } from './request-limits/limit.guards.js';
import { RequestLimiter } from './request-limits/request-limiter.js';
import { LeadNotifications } from './sources/lead-notifications.js';
import { PostHolder } from './sources/post-holder.js';
import { PrivateAddressController } from './sources/private-address.controller.js';
import { SourcesController } from './sources/sources.controller.js';
import { ComponentMonitor } from './status/component-monitor.js';
import { IncidentRoutes } from './status/incidents.controller.js';
import { StatusController } from './status/status.controller.js';
import { OwnUserRoutes, UserController } from './users/own-user.controller.js';
import { AdminUsersController, UserRoutes } from './users/users.controller.js';
import { EventForwarder } from './webhooks/event-forwarder.js';
import { SignatureVerifier } from './webhooks/signature-verifier.js';
import { TwilioController } from './webhooks/twilio.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** One module: every part is a single object that any other may use. The folders are the capabilities. */
@Module({
  imports: [JwtModule.register({})],
  controllers: [
    AdminAuditController,
    AuthController,
    SecurityRoutes,
    BalanceRoutes,
    AdminBalanceController,
    CardRoutes,
    ConfigController,
    DisputeRoutes,
    AdminDisputesController,
    RefundRoutes,
    AdminPaymentsController,
    ReconciliationRoutes,
    AdminReconciliationController,
    DashboardController,
    FilterRoutes,
    FiltersController,
    ChannelRoutes,
    ChannelsController,
    IntegrationRoutes,
    NoticeRoutes,
    NoticesController,
    DeliveryRoutes,
    AdminDeliveriesController,
    OwnDeliveryRoutes,
    DeliveriesController,
    AdminDocumentsController,
    DocumentRoutes,
    DocumentsController,
    FunnelRoutes,
    HeldPostRoutes,
    HeldPostsController,
    FunnelsController,
    BatchController,
    IngestController,
    PingController,
    PrivateAddressController,
    SourcesController,
    AdminLeadHistoryController,
    AgentsReportController,
    MarketReportRoutes,
    LeadRoutes,
    LeadsController,
    ProblemReportRoutes,
    AdminProblemReportsController,
    WaitingLeadRoutes,
    WaitingLeadsController,
    LiveController,
    AdminFailedMessagesController,
    AdminQueuesController,
    AdminAttentionController,
    SignUpRoutes,
    OnboardingController,
    IncidentRoutes,
    StatusController,
    OwnUserRoutes,
    UserController,
    UserRoutes,
    AdminUsersController,
    TwilioController,
    WebhooksController,
  ],
  providers: [
    AccessRecorder,
    FunnelAuthenticator,
    FunnelGate,
    FunnelOrigins,
    SessionCookie,
    SessionGuard,
    SessionKeys,
    SessionStrategy,
    PaymentsService,
    BuyerSettingsService,
    DeliveryLogService,
    StatementService,
    OptionalQuery,
    IngestAdmission,
    LeadChecks,
    LeadIntake,
    LeadPathBacklog,
    LeadTester,
    PhoneTurns,
    PhoneVerifier,
    VerifiedIntake,
    PostMetrics,
    PostHolder,
    PostReplayer,
    LeadNotifications,
    FetchedPosts,
    RejectionCounter,
    BulkReads,
    LeadExportService,
    AdminPages,
    BuyerPages,
    Listeners,
    LiveService,
    SessionChecks,
    NamesService,
    RequestLimiter,
    ComponentMonitor,
    EventForwarder,
    SignatureVerifier,
    { provide: APP_FILTER, useClass: ProblemFilter },
    // Guards run in this order.
    { provide: APP_GUARD, useClass: CrossSiteGuard },
    { provide: APP_GUARD, useClass: NetworkLimitGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: IdentityLimitGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
    { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
  ],
})
export class AppModule {}
