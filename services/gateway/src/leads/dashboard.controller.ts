import { type DashboardSummary, dashboardSummaryAnswer } from '@desk/contracts';
import { Controller, Get } from '@nestjs/common';
import { Access } from '../auth/access.js';
import type { SignedIn } from '../auth/session.strategy.js';
import { Current } from '../auth/signed-in.js';
import { Documented } from '../openapi/documented.js';
import { DashboardService } from './dashboard.service.js';

@Controller('api/dashboard')
@Access('agent')
export class DashboardController {
  constructor(private readonly dashboards: DashboardService) {}

  @Get()
  @Documented({ summary: 'Whether and why leads come, and what came today', answer: dashboardSummaryAnswer })
  read(@Current() { user }: SignedIn): Promise<DashboardSummary> {
    return this.dashboards.of(user.id);
  }
}
