import { Module } from '@nestjs/common';
import { IngestController } from './ingest.controller.js';
import { IngestAdmission } from './ingest-admission.js';
import { LeadPathBacklog } from './lead-path-backlog.js';
import { RejectionCounter } from './rejection-counter.js';

@Module({ providers: [IngestAdmission, LeadPathBacklog, RejectionCounter], controllers: [IngestController] })
export class IngestModule {}
