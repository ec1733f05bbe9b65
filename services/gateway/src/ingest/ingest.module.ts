import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { OptionalQuery } from '../http/optional-query.js';
import { BatchController } from './batch.controller.js';
import { IngestController } from './ingest.controller.js';
import { IngestAdmission } from './ingest-admission.js';
import { LeadChecks } from './lead-checks.js';
import { LeadIntake } from './lead-intake.js';
import { LeadPathBacklog } from './lead-path-backlog.js';
import { PhoneTurns } from './phone-turns.js';
import { PhoneVerifier } from './phone-verifier.js';
import { PingController } from './ping.controller.js';
import { PostMetrics } from './post-metrics.js';
import { RejectionCounter } from './rejection-counter.js';

@Module({
  imports: [AuthModule],
  providers: [
    IngestAdmission,
    LeadChecks,
    LeadIntake,
    LeadPathBacklog,
    OptionalQuery,
    PhoneTurns,
    PhoneVerifier,
    PostMetrics,
    RejectionCounter,
  ],
  controllers: [IngestController, BatchController, PingController],
  exports: [LeadIntake],
})
export class IngestModule {}
