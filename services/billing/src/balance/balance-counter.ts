import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';

const INTERVAL_MS = 2_000;
const BATCH = 5_000;

/** Keeps the counts behind the balance report short to read (`balance-counts.sql`). */
@Injectable()
export class BalanceCounter implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'balance counts', intervalMs: INTERVAL_MS, run: () => this.fold() });
  }

  private async fold(): Promise<void> {
    for (;;) {
      const [row]: { folded: number }[] = await this.dataSource.query(
        'SELECT fold_balance_changes($1) AS folded',
        [BATCH],
      );
      if ((row?.folded ?? 0) < BATCH) return;
    }
  }
}
