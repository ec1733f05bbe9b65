import { type DashboardSummary, routes, toDecimal } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { BuyerSettingsService } from './buyer-settings.service.js';

@Controller()
export class DashboardController {
  constructor(private readonly settings: BuyerSettingsService) {}

  @HandleRoute(routes.getDashboard)
  async getDashboard({ user }: RouteInput<'getDashboard'>): Promise<DashboardSummary> {
    const { spentTodayCents, changeNumber: _, ...eligibility } = await this.settings.getEligibility(user.id);
    return { ...eligibility, spentToday: toDecimal(spentTodayCents) };
  }
}
