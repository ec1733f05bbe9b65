import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { DataCipher } from '../encryption/data-cipher.js';
import { HealthServer } from '../health/health-server.js';
import type { Logger } from '../logging/logger.js';
import { PeriodicTasks } from '../periodic-tasks.js';
import { LOGGER } from '../tokens.js';
import { Reencryption } from './reencryption.js';
import { REPEAT_HOURS } from './reencryption-progress.js';
import type { ReencryptionTask } from './reencryption-task.js';
import { runTask } from './run-task.js';

export const REENCRYPTION_TASKS = Symbol('REENCRYPTION_TASKS');

/** Tasks of a service, given its cipher. */
export type ReencryptionTasks = (cipher: DataCipher) => readonly ReencryptionTask[];

const INTERVAL_MS = 60_000;
/** Shorter than the time between the two passes that end the conversion of a table. */
const RESTART_INTERVAL_MS = (REPEAT_HOURS / 2) * 3_600_000;

/** Converts rows of earlier releases and of older keys to the current data key. Any number of copies may run. */
@Injectable()
export class ReencryptionJob implements OnModuleInit, OnModuleDestroy {
  private readonly rows: Counter<'table'>;
  private isStopping = false;

  constructor(
    private readonly periodicTasks: PeriodicTasks,
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
    health: HealthServer,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REENCRYPTION_TASKS) private readonly tasks: ReencryptionTasks,
  ) {
    this.rows = new Counter({
      name: 'reencrypted_rows_total',
      help: 'Rows that were converted to the current data key',
      labelNames: ['table'],
      registers: [health.metrics],
    });
  }

  /**
   * A copy that writes readable text converts nothing: others may not be able to read it yet. It keeps the conversion from
   * ending as long as it runs, because its rows have to be converted after it.
   */
  async onModuleInit(): Promise<void> {
    if (this.cipher.isEncrypting) {
      this.periodicTasks.start({ name: 're-encryption', intervalMs: INTERVAL_MS, run: () => this.run() });
      return;
    }
    await this.restart();
    this.periodicTasks.start({
      ...{ name: 're-encryption restart', intervalMs: RESTART_INTERVAL_MS },
      run: () => this.restart(),
    });
  }

  /** Comes before the shutdown waits for the run in progress. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** A failing table does not keep the others from being converted. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const task of this.tasks(this.cipher))
      await this.convert(task).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'tables could not be re-encrypted');
  }

  private async restart(): Promise<void> {
    for (const task of this.tasks(this.cipher)) await this.open(task).restart();
  }

  private open(task: ReencryptionTask): Reencryption {
    return new Reencryption(this.dataSource, this.cipher.currentKeyId, task);
  }

  private async convert(task: ReencryptionTask): Promise<void> {
    const { table } = task;
    const reencryption = this.open(task);
    const { converted, failures } = await runTask(reencryption, () => this.isStopping);
    this.rows.inc({ table }, converted);
    for (const { key, error } of failures)
      this.logger.warn({ err: error, table, key }, 'row could not be re-encrypted');
    if (converted > 0)
      this.logger.info({ table, rows: converted, keyId: this.cipher.currentKeyId }, 'rows re-encrypted');
  }
}
