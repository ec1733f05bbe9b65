import { HandleCommand } from '@desk/bullmq-transport';
import { getBalanceReport, type MoneyReport, type RequestOf } from '@desk/contracts';
import {
  InjectEnv,
  PeriodicTasks,
  type reportingZoneSettings,
  type SettingsOf,
  startFolding,
} from '@desk/service-kit';
import { Controller, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BalanceRepository } from './balance.repository.js';

@Controller()
export class BalanceController implements OnModuleInit {
  constructor(
    private readonly balance: BalanceRepository,
    private readonly dataSource: DataSource,
    private readonly tasks: PeriodicTasks,
    @InjectEnv() private readonly env: SettingsOf<typeof reportingZoneSettings>,
  ) {}

  /** Keeps the counts behind the report short to read (`balance-counts.sql`). */
  onModuleInit(): void {
    startFolding(this.tasks, this.dataSource, 'balance counts', 'SELECT fold_balance_changes($1) AS folded');
  }

  @HandleCommand(getBalanceReport)
  get(period: RequestOf<typeof getBalanceReport>): Promise<MoneyReport> {
    return this.balance.report(period, this.env.REPORTING_TIME_ZONE);
  }
}
