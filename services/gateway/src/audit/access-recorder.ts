import { CommandClient } from '@desk/bullmq-transport';
import { ACCESS_RECORDS_MAX, type AccessRecord, recordAccess } from '@desk/contracts';
import { DistinctBatches, HealthServer, InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';

const FLUSH_INTERVAL_MS = 1_000;
const MAX_WAITING = 2_000;
/** Records without an actor may not displace those of users. */
const MAX_WAITING_ANONYMOUS = 500;

/** Sends records of access to the audit log, which accounts owns (ADR 25). */
@Injectable()
export class AccessRecorder implements OnModuleInit, OnApplicationShutdown {
  private readonly records = new DistinctBatches<AccessRecord>({
    batchSize: ACCESS_RECORDS_MAX,
    maxWaiting: MAX_WAITING,
    send: (records) => this.send(records),
  });
  private readonly droppedRecords: Counter;

  constructor(
    private readonly commands: CommandClient,
    private readonly tasks: PeriodicTasks,
    health: HealthServer,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.droppedRecords = new Counter({
      name: 'audit_records_dropped_total',
      help: 'Records of access that were not written because too many waited',
      registers: [health.metrics],
    });
  }

  onModuleInit(): void {
    this.tasks.start({ name: 'access recording', intervalMs: FLUSH_INTERVAL_MS, run: () => this.flush() });
  }

  onApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  /** Writes the record within about a second, once per id. The request does not wait for it. */
  add(record: AccessRecord): void {
    this.records.add(record.id, record, record.actorId === null ? MAX_WAITING_ANONYMOUS : MAX_WAITING);
  }

  /** Resolves when the record is in the audit log. @throws UNAVAILABLE */
  async write(record: AccessRecord): Promise<void> {
    await this.send([record]);
  }

  private async flush(): Promise<void> {
    const dropped = this.records.takeDropped();
    if (dropped > 0) {
      this.droppedRecords.inc(dropped);
      this.logger.warn({ dropped }, 'access records dropped');
    }
    await this.records.flush();
  }

  private send(records: readonly AccessRecord[]): Promise<unknown> {
    return this.commands.send(recordAccess, { records: [...records] });
  }
}
