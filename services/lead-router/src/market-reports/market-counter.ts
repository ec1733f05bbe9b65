import { InjectEnv, PeriodicTasks, reportingZoneSettings, type SettingsOf } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';

const INTERVAL_MS = 2_000;
const BATCH = 5_000;

/** Keeps the counts behind admins' reports short to read (`market-counts.sql`). */
@Injectable()
export class MarketCounter implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: PeriodicTasks,
    @InjectEnv() private readonly env: SettingsOf<typeof reportingZoneSettings>,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.dataSource.query('SELECT set_report_zone($1)', [this.env.REPORTING_TIME_ZONE]);
    this.tasks.start({ name: 'market counts', intervalMs: INTERVAL_MS, run: () => this.fold() });
  }

  private async fold(): Promise<void> {
    for (;;) {
      const [row]: { folded: number }[] = await this.dataSource.query(
        'SELECT fold_market_changes($1) AS folded',
        [BATCH],
      );
      if ((row?.folded ?? 0) < BATCH) return;
    }
  }
}
