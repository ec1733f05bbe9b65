import { type DashboardSummary, toDecimal } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';

@Injectable()
export class DashboardService {
  constructor(private readonly settings: BuyerSettingsService) {}

  async getSummary(buyerId: string): Promise<DashboardSummary> {
    const { spentTodayCents, changeNumber: _, ...eligibility } = await this.settings.getEligibility(buyerId);
    return { ...eligibility, spentToday: toDecimal(spentTodayCents) };
  }
}
