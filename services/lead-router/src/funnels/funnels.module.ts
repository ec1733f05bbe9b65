import { Module } from '@nestjs/common';
import { FunnelKeyChangePublisher } from './funnel-key-change.publisher.js';
import { FunnelRepository } from './funnel.repository.js';
import { FunnelsController } from './funnels.controller.js';
import { FunnelsService } from './funnels.service.js';

@Module({
  providers: [FunnelKeyChangePublisher, FunnelRepository, FunnelsService],
  controllers: [FunnelsController],
  exports: [FunnelRepository],
})
export class FunnelsModule {}
