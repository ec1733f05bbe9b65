import { HealthServer, InjectEnv, PeriodicTasks, type SettingsOf } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { reconciliationSettings } from './reconciliation-settings.js';
import { DifferenceRepository } from './difference.repository.js';
import { Reconciler } from './reconciler.js';
import { RunRepository } from './run.repository.js';

const CHECK_INTERVAL_MS = 2_000;

/** Requests runs on schedule, and lets this copy work on the unfinished one. */
@Injectable()
export class ReconciliationSchedule implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly runs: RunRepository,
    private readonly reconciler: Reconciler,
    private readonly differences: DifferenceRepository,
    private readonly health: HealthServer,
    @InjectEnv()
    private readonly env: SettingsOf<Pick<typeof reconciliationSettings, 'RECONCILIATION_INTERVAL_MINUTES'>>,
  ) {}

  onModuleInit(): void {
    this.reportMetrics();
    this.tasks.start({ name: 'reconciliation', intervalMs: CHECK_INTERVAL_MS, run: () => this.run() });
  }

  private async run(): Promise<void> {
    await this.runs.requestScheduled();
    await this.reconciler.continueRun();
  }

  private reportMetrics(): void {
    const { differences, runs, health } = this;
    const registers = [health.metrics];
    new Gauge({
      name: 'reconciliation_interval_seconds',
      help: 'Time between two scheduled comparisons with the card provider; 0 for none',
      registers,
    }).set(this.env.RECONCILIATION_INTERVAL_MINUTES * 60);
    new Gauge({
      name: 'reconciliation_open_differences',
      help: "Differences between the card provider's records and ours that nobody has acknowledged",
      registers,
      async collect() {
        const open = await differences.countOpen().catch(() => undefined);
        // `reset` would set it to 0: no differences.
        if (open === undefined) this.remove();
        else this.set(open);
      },
    });
    new Gauge({
      name: 'reconciliation_age_seconds',
      help: 'Time since the last comparison with the card provider finished, or the first was requested',
      labelNames: ['run'],
      registers,
      async collect() {
        const age = await runs.getAgeSeconds().catch(() => undefined);
        this.reset();
        if (age !== undefined) this.set({ run: 'last' }, age);
      },
    });
  }
}
