import { PeriodicTasks, startFolding } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Keeps the counts behind the balance report short to read (`balance-counts.sql`). */
@Injectable()
export class BalanceCounter implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    const fold = 'SELECT fold_balance_changes($1) AS folded';
    startFolding(this.tasks, this.dataSource, 'balance counts', fold);
  }
}
