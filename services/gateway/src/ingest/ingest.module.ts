import { Module } from '@nestjs/common';
import { FunnelAuth } from './funnel-auth.js';
import { IngestController } from './ingest.controller.js';
import { Rejections } from './rejections.js';

@Module({ controllers: [IngestController], providers: [FunnelAuth, Rejections] })
export class IngestModule {}
