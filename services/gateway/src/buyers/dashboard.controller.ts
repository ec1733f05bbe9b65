import { type DashboardSummary, routes, toDecimal } from '@desk/contracts';
import { Controller, Injectable } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { BuyerSettingsService } from './buyer-settings.service.js';

@Injectable()
export class DashboardService {
  constructor(private readonly settings: BuyerSettingsService) {}

  async getSummary(buyerId: string): Promise<DashboardSummary> {
    const { spentTodayCents, changeNumber: _, ...eligibility } = await this.settings.getEligibility(buyerId);
    return { ...eligibility, spentToday: toDecimal(spentTodayCents) };
  }
}

@Controller()
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @HandleRoute(routes.getDashboard)
  getDashboard({ user }: RouteInput<'getDashboard'>): Promise<DashboardSummary> {
    return this.dashboard.getSummary(user.id);
  }
}
