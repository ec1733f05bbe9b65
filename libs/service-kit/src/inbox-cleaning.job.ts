import { InboxCleaner } from '@desk/outbox';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PeriodicTasks } from './periodic-tasks.js';

const INTERVAL_MS = 600_000;

/** Forgets processed messages, as a task whose failures are counted. Any number of copies may run. */
@Injectable()
export class InboxCleaningJob implements OnModuleInit, OnModuleDestroy {
  private readonly cleaner: InboxCleaner;

  constructor(
    private readonly tasks: PeriodicTasks,
    dataSource: DataSource,
  ) {
    this.cleaner = new InboxCleaner(dataSource);
  }

  onModuleInit(): void {
    this.tasks.start({ name: 'inbox cleaning', intervalMs: INTERVAL_MS, run: () => this.cleaner.clean() });
  }

  /** Comes before the shutdown waits for the run in progress. */
  onModuleDestroy(): void {
    this.cleaner.stop();
  }
}
