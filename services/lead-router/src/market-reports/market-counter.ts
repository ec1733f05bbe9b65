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

/** Keeps the counts behind admins' reports short to read (`market-counts.sql`). */
@Injectable()
export class MarketCounter implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: PeriodicTasks,
    @InjectEnv() private readonly env: SettingsOf<typeof reportingZoneSettings> & DatabaseEnv,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.setZone(this.env.REPORTING_TIME_ZONE);
    const fold = 'SELECT fold_market_changes($1) AS folded';
    startFolding(this.tasks, this.dataSource, 'market counts', fold);
  }

  /** Counting all leads again may take minutes, in which sales wait. Of several copies, one counts. */
  private async setZone(zone: string): Promise<void> {
    const set: object[] = await this.dataSource.query('SELECT FROM report_zone WHERE time_zone = $1', [zone]);
    if (set.length > 0) return;
    const { DATABASE_URL: url, DATABASE_TLS: tls } = this.env;
    await runLongStatement({ ...database, url, tls }, 'SELECT set_report_zone($1)', [zone]);
  }
}
