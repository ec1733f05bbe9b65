import { Module } from '@nestjs/common';
import { IngestController } from './ingest.controller.js';
import { RejectionCounter } from './rejection-counter.js';

@Module({ providers: [RejectionCounter], controllers: [IngestController] })
export class IngestModule {}
