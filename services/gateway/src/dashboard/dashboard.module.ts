import { Module } from '@nestjs/common';
import { BuyersModule } from '../buyers/buyers.module.js';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';

@Module({ imports: [BuyersModule], providers: [DashboardService], controllers: [DashboardController] })
export class DashboardModule {}
