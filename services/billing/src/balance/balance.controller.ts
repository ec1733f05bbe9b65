import { HandleCommand } from '@desk/bullmq-transport';
import { getBalanceReport, type MoneyReport, type RequestOf } from '@desk/contracts';
import { InjectEnv, type reportingZoneSettings, type SettingsOf } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { BalanceRepository } from './balance.repository.js';

@Controller()
export class BalanceController {
  constructor(
    private readonly balance: BalanceRepository,
    @InjectEnv() private readonly env: SettingsOf<typeof reportingZoneSettings>,
  ) {}

  @HandleCommand(getBalanceReport)
  get(period: RequestOf<typeof getBalanceReport>): Promise<MoneyReport> {
    return this.balance.report(period, this.env.REPORTING_TIME_ZONE);
  }
}
