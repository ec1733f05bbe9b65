import { Module } from '@nestjs/common';
import { FunnelKeyChangePublisher } from './funnel-key-change.publisher.js';
import { FunnelReportRepository } from './funnel-report.repository.js';
import { FunnelRepository } from './funnel.repository.js';
import { FunnelSettingsController } from './funnel-settings.controller.js';
import { FunnelSettingsRepository } from './funnel-settings.repository.js';
import { FunnelSettingsService } from './funnel-settings.service.js';
import { FunnelsController } from './funnels.controller.js';
import { FunnelsService } from './funnels.service.js';

@Module({
  providers: [
    FunnelKeyChangePublisher,
    FunnelReportRepository,
    FunnelRepository,
    FunnelsService,
    FunnelSettingsRepository,
    FunnelSettingsService,
  ],
  controllers: [FunnelsController, FunnelSettingsController],
  exports: [FunnelRepository],
})
export class FunnelsModule {}
