import { Module } from '@nestjs/common';
import { LeadStatisticsRepository } from './lead-statistics.repository.js';
import { StatisticsController } from './statistics.controller.js';

@Module({ providers: [LeadStatisticsRepository], controllers: [StatisticsController] })
export class StatisticsModule {}
