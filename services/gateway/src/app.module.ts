import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminModule } from './admin/admin.module.js';
import { AuditInterceptor } from './audit/audit.interceptor.js';
import { AuditModule } from './audit/audit.module.js';
import { AccessGuard } from './auth/access.guard.js';
import { AuthModule } from './auth/auth.module.js';
import { CrossSiteGuard } from './auth/cross-site.guard.js';
import { BillingModule } from './billing/billing.module.js';
import { ProblemFilter } from './errors/problem.filter.js';
import { FiltersModule } from './filters/filters.module.js';
import { BodyGuard } from './http/body.guard.js';
import { DocumentsModule } from './documents/documents.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { LiveModule } from './live/live.module.js';
import { OnboardingModule } from './onboarding/onboarding.module.js';
import { IdentityLimitGuard } from './request-limits/identity-limit.guard.js';
import { NetworkLimitGuard } from './request-limits/network-limit.guard.js';
import { RequestLimitsModule } from './request-limits/request-limits.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { StatusModule } from './status/status.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({
  imports: [
    AuditModule,
    RequestLimitsModule,
    AuthModule,
    AccountsModule,
    BillingModule,
    DocumentsModule,
    OnboardingModule,
    DashboardModule,
    FiltersModule,
    LeadsModule,
    DeliveriesModule,
    LiveModule,
    StatisticsModule,
    StatusModule,
    AdminModule,
    IngestModule,
    WebhooksModule,
  ],
  // Guards run in this order.
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_GUARD, useClass: CrossSiteGuard },
    { provide: APP_GUARD, useClass: NetworkLimitGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: IdentityLimitGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
    { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
  ],
})
export class AppModule {}
