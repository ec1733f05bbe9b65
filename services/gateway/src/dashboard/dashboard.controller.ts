import { type DashboardSummary, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { DashboardService } from './dashboard.service.js';

@Controller()
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @HandleRoute(routes.getDashboard)
  getDashboard({ user }: RouteInput<'getDashboard'>): Promise<DashboardSummary> {
    return this.dashboard.getSummary(user.id);
  }
}
