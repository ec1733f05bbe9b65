import { InjectEnv, PeriodicTasks, reportingZoneSettings, type SettingsOf } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';

const INTERVAL_MS = 2_000;
const BATCH = 5_000;
/** Longer than any other statement may take. */
export const ALLOW_RECOUNT = "SET LOCAL statement_timeout = '10min'";

/** Keeps the counts behind admins' reports short to read (`market-counts.sql`). */
@Injectable()
export class MarketCounter implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: PeriodicTasks,
    @InjectEnv() private readonly env: SettingsOf<typeof reportingZoneSettings>,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.setZone(this.env.REPORTING_TIME_ZONE);
    this.tasks.start({ name: 'market counts', intervalMs: INTERVAL_MS, run: () => this.fold() });
  }

  /** Counting all leads again may take minutes, in which sales wait. Of several copies, one counts. */
  private async setZone(zone: string): Promise<void> {
    const set: object[] = await this.dataSource.query('SELECT FROM report_zone WHERE time_zone = $1', [zone]);
    if (set.length > 0) return;
    await this.dataSource.transaction(async (manager) => {
      await manager.query(ALLOW_RECOUNT);
      await manager.query('SELECT set_report_zone($1)', [zone]);
    });
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
