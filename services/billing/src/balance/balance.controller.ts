import { HandleCommand } from '@desk/bullmq-transport';
import { getBalanceReport, type RequestOf, type ResponseOf } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import type { BillingEnv } from '../env.js';
import { BalanceReportRepository } from './balance-report.repository.js';

@Controller()
export class BalanceController {
  constructor(
    private readonly reports: BalanceReportRepository,
    @InjectEnv() private readonly env: Pick<BillingEnv, 'REPORTING_TIME_ZONE'>,
  ) {}

  @HandleCommand(getBalanceReport)
  async get({ month }: RequestOf<typeof getBalanceReport>): Promise<ResponseOf<typeof getBalanceReport>> {
    const { REPORTING_TIME_ZONE: timeZone } = this.env;
    return { month, timeZone, ...(await this.reports.read(month, timeZone)) };
  }
}
