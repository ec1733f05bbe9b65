import { HandleCommand } from '@desk/bullmq-transport';
import { getBalanceReport, type RequestOf } from '@desk/contracts';
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
  async get({ month }: RequestOf<typeof getBalanceReport>) {
    const { REPORTING_TIME_ZONE: timeZone } = this.env;
    return { month, timeZone, ...(await this.balance.report(month, timeZone)) };
  }
}
