import { type DashboardSummary, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { DashboardService } from './dashboard.service.js';

@Controller()
export class DashboardController {
  constructor(private readonly dashboards: DashboardService) {}

  @HandleRoute(routes.getDashboard)
  getDashboard({ user }: RouteInput<'getDashboard'>): Promise<DashboardSummary> {
    return this.dashboards.of(user.id);
  }
}
