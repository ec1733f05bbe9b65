import {
  AnnouncedBacklogs,
  Broadcast,
  CommandClient,
  JobPublisher,
  RedisLink,
  type Transport,
} from '@desk/bullmq-transport';
import { InboxCleaner, OutboxRelay, Transactions } from '@desk/outbox';
import {
  type DynamicModule,
  Global,
  Injectable,
  Module,
  type OnModuleDestroy,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ChangeAnnouncer } from './admin-changes/change-announcer.js';
import { HealthServer } from './health/health-server.js';
import type { Logger } from './logging/logger.js';
import { ProviderCalls } from './metrics/provider-calls.js';
import { PeriodicTasks } from './periodic-tasks.js';
import { ENV, LOGGER, REQUEST_TRANSACTIONS } from './tokens.js';

const INTERVAL_MS = 600_000;

/** Deletes records of processed messages in a periodic task, which counts failures. Any number of copies may run. */
@Injectable()
class InboxCleaningJob implements OnModuleInit, OnModuleDestroy {
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

  /** Runs before the shutdown waits for the run in progress. */
  onModuleDestroy(): void {
    this.cleaner.stop();
  }
}

export interface KitParts {
  readonly env: unknown;
  readonly logger: Logger;
  readonly transport: Transport;
  readonly health: HealthServer;
  /** Absent in the gateway, which owns no tables. */
  readonly database?: {
    dataSource: DataSource;
    relay: OutboxRelay;
    transactions: Transactions;
    requestTransactions: Transactions;
    announcer: ChangeAnnouncer;
  };
}

/** Provides what every module may inject, such as settings, logger, command client and transactions. */
@Global()
@Module({})
export class KitModule {
  static of({ env, logger, transport, health, database }: KitParts): DynamicModule {
    const providers: Provider[] = [
      { provide: ENV, useValue: env },
      { provide: LOGGER, useValue: logger },
      { provide: CommandClient, useValue: transport.client },
      { provide: RedisLink, useValue: transport.redis },
      { provide: JobPublisher, useValue: transport.publisher },
      { provide: AnnouncedBacklogs, useValue: transport.backlogs },
      { provide: Broadcast, useValue: transport.broadcast },
      { provide: HealthServer, useValue: health },
      { provide: ProviderCalls, useValue: new ProviderCalls(health.metrics) },
      { provide: PeriodicTasks, useValue: new PeriodicTasks(logger, health.metrics) },
      ...(database
        ? [
            { provide: OutboxRelay, useValue: database.relay },
            { provide: Transactions, useValue: database.transactions },
            { provide: REQUEST_TRANSACTIONS, useValue: database.requestTransactions },
            { provide: ChangeAnnouncer, useValue: database.announcer },
            InboxCleaningJob,
          ]
        : []),
    ];
    return {
      module: KitModule,
      imports: database ? [provideDataSource(database.dataSource)] : [],
      providers,
      exports: providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide)),
    };
  }
}

/** Lets a service inject the data source and repositories of its entities. Closed with the application. */
const provideDataSource = (dataSource: DataSource): DynamicModule =>
  TypeOrmModule.forRootAsync({
    useFactory: () => dataSource.options,
    dataSourceFactory: () => Promise.resolve(dataSource),
  });
