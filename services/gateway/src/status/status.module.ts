import { Module } from '@nestjs/common';
import { OptionalQuery } from '../http/optional-query.js';
import { StatisticsModule } from '../statistics/statistics.module.js';
import { ComponentMonitor } from './component-monitor.js';
import { StatusController } from './status.controller.js';
import { StatusService } from './status.service.js';

@Module({
  imports: [StatisticsModule],
  providers: [OptionalQuery, ComponentMonitor, StatusService],
  controllers: [StatusController],
})
export class StatusModule {}
