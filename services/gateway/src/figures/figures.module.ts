import { Module } from '@nestjs/common';
import { StatisticsController } from './figures.controller.js';
import { StatisticsService } from './figures.service.js';

@Module({ providers: [StatisticsService], controllers: [StatisticsController] })
export class StatisticsModule {}
