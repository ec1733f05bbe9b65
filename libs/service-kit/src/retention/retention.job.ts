import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnModuleDestroy,
  type OnModuleInit,
  Optional,
} from '@nestjs/common';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { DataCipher } from '../encryption/data-cipher.js';
import { HealthServer } from '../health/health-server.js';
import type { Logger } from '../logging/logger.js';
import { PeriodicTasks } from '../periodic-tasks.js';
import { ENV, LOGGER } from '../tokens.js';
import type { RetentionRule } from './retention-rule.js';

const RETENTION_RULES = Symbol('RETENTION_RULES');

const INTERVAL_MS = 600_000;
/** Rows per batch. Each batch is a transaction of its own, so that locks are held briefly. */
export const RETENTION_BATCH = 500;

/** Applies the retention rules of a service, batch by batch. Any number of copies may run. */
@Injectable()
export class RetentionJob implements OnModuleInit, OnModuleDestroy {
  private readonly rows: Counter<'data' | 'outcome'>;
  private isStopping = false;

  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly dataSource: DataSource,
    health: HealthServer,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ENV) private readonly env: Readonly<Record<string, number>>,
    @Inject(RETENTION_RULES) private readonly rules: readonly RetentionRule[],
    /** Absent in services that encrypt nothing. */
    @Optional() private readonly cipher?: DataCipher,
  ) {
    this.rows = new Counter({
      name: 'retention_rows_total',
      help: 'Rows that were removed or anonymized because their retention period had passed',
      labelNames: ['data', 'outcome'],
      registers: [health.metrics],
    });
  }

  onModuleInit(): void {
    this.tasks.start({ name: 'retention', intervalMs: INTERVAL_MS, run: () => this.run() });
  }

  /** Runs before the shutdown waits for the run in progress. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** A failing rule does not keep the others from being applied. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const rule of this.rules)
      await this.apply(rule).catch((cause: unknown) => {
        failures.push(new Error(`retention of ${rule.data} failed`, { cause }));
      });
    if (failures.length > 0) throw new AggregateError(failures, 'retention rules failed');
  }

  private async apply(rule: RetentionRule): Promise<void> {
    const { data, outcome } = rule;
    let total = 0;
    try {
      for (let rows = RETENTION_BATCH; rows === RETENTION_BATCH && !this.isStopping; total += rows) {
        rows = await this.applyOnce(rule);
        this.rows.inc({ data, outcome }, rows);
      }
    } finally {
      if (total > 0) this.logger.info({ data, outcome, rows: total }, 'retention rule applied');
    }
  }

  private async applyOnce(rule: RetentionRule): Promise<number> {
    const { dataSource, cipher, logger } = this;
    const days = this.env[rule.setting];
    if (days === undefined) throw new Error(`the setting ${rule.setting} is not declared`);
    if ('sql' in rule) {
      const [result]: { rows: number }[] = await dataSource.query(rule.sql, [days, RETENTION_BATCH]);
      return result?.rows ?? 0;
    }
    if (!cipher) throw new Error(`the rule for ${rule.data} needs a cipher`);
    return dataSource.transaction((manager) =>
      rule.apply({ manager, cipher, logger, days, maxRows: RETENTION_BATCH }),
    );
  }
}

/** Schedules the retention rules of a service. */
@Module({})
export class RetentionModule {
  static of(rules: readonly RetentionRule[]): DynamicModule {
    return {
      module: RetentionModule,
      providers: [{ provide: RETENTION_RULES, useValue: rules }, RetentionJob],
    };
  }
}
