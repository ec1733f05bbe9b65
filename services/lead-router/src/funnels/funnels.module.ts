import { Module } from '@nestjs/common';
import { FunnelRepository } from './funnel.repository.js';
import { FunnelsController } from './funnels.controller.js';
import { FunnelsService } from './funnels.service.js';

@Module({
  providers: [FunnelRepository, FunnelsService],
  controllers: [FunnelsController],
  exports: [FunnelRepository],
})
export class FunnelsModule {}
