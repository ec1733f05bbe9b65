import {
  type DatabaseEnv,
  InjectEnv,
  PeriodicTasks,
  type reportingZoneSettings,
  runLongStatement,
  type SettingsOf,
  startFolding,
} from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { database } from '../database/data-source.js';

const ZONE_INTERVAL_MS = 5_000;

/** Folds new changes into the counts for admins' reports (`market-counts.sql`). */
@Injectable()
export class MarketCounter implements OnModuleInit {
  private isZoneSet = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: PeriodicTasks,
    @InjectEnv() private readonly env: SettingsOf<typeof reportingZoneSettings> & DatabaseEnv,
  ) {}

  onModuleInit(): void {
    const fold = 'SELECT fold_market_changes($1) AS folded';
    startFolding(this.tasks, this.dataSource, 'market counts', fold);
    const run = (): Promise<void> => this.setZone(this.env.REPORTING_TIME_ZONE);
    void this.tasks.start({ name: 'reporting time zone', intervalMs: ZONE_INTERVAL_MS, run }).runNow();
  }

  /**
   * Recounting all leads can take minutes, so startup does not wait. Only one copy recounts. Each sets its zone once,
   * or old and new copies would keep undoing each other during an update.
   */
  private async setZone(zone: string): Promise<void> {
    if (this.isZoneSet) return;
    const set: object[] = await this.dataSource.query('SELECT FROM report_zone WHERE time_zone = $1', [zone]);
    const { DATABASE_URL: url, DATABASE_TLS: tls } = this.env;
    if (set.length === 0)
      await runLongStatement({ ...database, url, tls }, 'SELECT set_report_zone($1)', [zone]);
    this.isZoneSet = true;
  }
}
