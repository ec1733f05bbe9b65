import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { AdminModule } from './admin/admin.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BillingModule } from './billing/billing.module.js';
import { StatisticsModule } from './figures/figures.module.js';
import { HttpModule } from './http/http.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { LeadsModule } from './leads/leads.module.js';
import { LiveModule } from './live/live.module.js';
import { OnboardingModule } from './onboarding/onboarding.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({
  imports: [
    HttpModule,
    AuthModule,
    AccountsModule,
    BillingModule,
    OnboardingModule,
    LeadsModule,
    LiveModule,
    StatisticsModule,
    AdminModule,
    IngestModule,
    WebhooksModule,
  ],
})
export class AppModule {}
