import { RethrowFilter, Transport } from '@desk/bullmq-transport';
import type { ServiceName } from '@desk/contracts';
import { OutboxRelay, Transactions } from '@desk/outbox';
import { type BeforeApplicationShutdown, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CommonEnv } from './env.js';
import { isProduction } from './settings/setting.js';
import type { TlsMode } from './tls.js';
import { ChangeAnnouncer } from './admin-changes/change-announcer.js';
import { createDataSource, type DatabaseSettings, pingDatabase } from './database/data-source.js';
import { FailedMessagesModule } from './failed-messages/failed-messages.module.js';
import { reportOutbox } from './failed-messages/outbox-metrics.js';
import type { Metrics } from './metrics/create-registry.js';
import { measurePools } from './metrics/pool-metrics.js';
import { measureMessages, reportQueues } from './metrics/message-metrics.js';
import { checkDurability } from './database/durability.js';
import { HealthServer } from './health/health-server.js';
import { KitModule } from './kit.module.js';
import { createLogger, type Logger, nestLogger } from './logging/logger.js';
import { onShutdown, startOrExit } from './process-life.js';
import { startTracing } from './tracing/start-tracing.js';

/** Settings of a service that owns tables. */
export type DatabaseEnv = CommonEnv & {
  DATABASE_URL: string;
  DATABASE_TLS: TlsMode;
  DATABASE_POOL_SIZE: number;
};

export interface ServiceOptions {
  readonly service: ServiceName;
  /** Reads the settings. A failure ends the process and prints one line per wrong setting. */
  readonly env: () => DatabaseEnv;
  readonly database: Omit<DatabaseSettings, 'url' | 'poolSize'>;
  readonly module: Type;
  /** Connections of the process that only `REQUEST_TRANSACTIONS` uses. Without it, all share one pool. */
  readonly requestPoolSize?: number;
}

/** The part of the shutdown time that is reserved for closing connections after the last job. */
const CLOSING_SECONDS = 5;

export interface RunningService {
  readonly metrics: Metrics;
  readonly close: () => Promise<void>;
}

/** Starts a service and runs it until SIGTERM or SIGINT. A failed start ends the process with one message. */
export const runService = (options: ServiceOptions): Promise<void> =>
  startOrExit(options.service, async () => {
    const env = options.env();
    const logger = createLogger(options.service, env.LOG_LEVEL);
    const service = await startService(options, env, logger);
    onShutdown(logger, env.SHUTDOWN_SECONDS, service.close);
  });

/** Starts a service without signal handlers and exit codes, for `runService` and tests. */
export async function startService(
  { service, database, module, requestPoolSize = 0 }: Omit<ServiceOptions, 'env'>,
  env: DatabaseEnv,
  logger: Logger,
): Promise<RunningService> {
  const connection = { ...database, url: env.DATABASE_URL, tls: env.DATABASE_TLS };
  const poolSize = env.DATABASE_POOL_SIZE - requestPoolSize;
  const dataSource = createDataSource({ ...connection, poolSize });
  const requestDataSource =
    requestPoolSize === 0 ? undefined : createDataSource({ ...connection, poolSize: requestPoolSize });
  const stopTracing = await startTracing(service, env);
  const transport = await Transport.connect({
    name: service,
    url: env.REDIS_URL,
    tls: env.REDIS_TLS,
    prefix: env.REDIS_PREFIX,
    messageKeys: env.MESSAGE_KEYS,
  });
  await dataSource.initialize();
  await requestDataSource?.initialize();
  await checkDurability(dataSource, isProduction(env), logger);
  const { redis, publisher, sealer } = transport;
  const probe = (): Promise<void> => pingDatabase(dataSource);
  const health = new HealthServer({ postgres: probe, redis: () => redis.commands.ping() });
  // Registered, and so collected, before other metrics: their own database reads would count as waiting.
  measurePools(
    { work: dataSource, ...(requestDataSource && { requests: requestDataSource }) },
    health.metrics,
  );
  const measure = measureMessages(health.metrics);
  const announcer = new ChangeAnnouncer(transport.broadcast);
  await announcer.start();
  const server = transport.createServer(
    service,
    ({ message, id, attempt, error }) => logger.warn({ err: error, message, id, attempt }, 'message failed'),
    {
      probe,
      closeTimeoutMs: (env.SHUTDOWN_SECONDS - CLOSING_SECONDS) * 1_000,
      onHandled: (handled) => {
        measure(handled);
        announcer.onHandled(handled);
      },
    },
  );
  const relay = new OutboxRelay(
    dataSource,
    redis,
    publisher,
    sealer,
    (err, during) => logger.warn({ err, during }, 'outbox relay failed'),
    server.inProcess,
    reportOutbox(service, dataSource, health.metrics, logger),
  );
  reportQueues(service, publisher, health.metrics);
  const transactions = new Transactions(dataSource, sealer, relay);
  const requestTransactions = requestDataSource
    ? new Transactions(requestDataSource, sealer, relay)
    : transactions;
  const kit = {
    env,
    logger,
    transport,
    health,
    database: { dataSource, relay, transactions, requestTransactions, announcer },
  };

  @Module({ imports: [KitModule.of(kit), module, FailedMessagesModule.of(service)] })
  class ServiceModule implements BeforeApplicationShutdown {
    /** Runs after the last job, with the data source still open. */
    beforeApplicationShutdown(): Promise<void> {
      return relay.stop();
    }
  }

  health.addLivenessCheck('handlers', () => !server.isStuck);
  health.addLivenessCheck('outbox', () => !relay.isStuck);
  const app = await NestFactory.createMicroservice(ServiceModule, {
    strategy: server,
    logger: nestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new RethrowFilter());
  await relay.start();
  await app.listen();
  await health.listen(env.HEALTH_PORT, env.HEALTH_HOST);
  logger.info({ event: 'ready' }, 'ready');

  return {
    metrics: health.metrics,
    close: async () => {
      health.close();
      await app.close();
      await transport.close();
      await requestDataSource?.destroy();
      await stopTracing();
    },
  };
}
