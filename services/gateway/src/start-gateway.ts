import 'reflect-metadata';
import { Transport } from '@desk/bullmq-transport';
import { routes } from '@desk/contracts';
import { HealthServer, KitModule, type Logger, nestLogger, startTracing } from '@desk/service-kit';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { Application } from 'express';
import { AppModule } from './app.module.js';
import { FunnelOrigins } from './auth/funnel-origins.js';
import { SessionCookie } from './auth/session-cookie.js';
import type { GatewayEnv } from './env.js';
import { measureConnections } from './http/connection-metrics.js';
import { GatewayAdapter } from './http/gateway-adapter.js';
import { useMiddleware } from './http/middleware.js';
import { boundRoutes, checkRouteCoverage } from './http/route-coverage.js';
import { IngestAdmission, refuseEarly } from './ingest/ingest-admission.js';
import { allowPages } from './ingest/allow-pages.js';
import { areApiDocsOpen } from './openapi/api-docs-settings.js';
import { describeApi } from './openapi/document.js';
import { serveSite } from './site/serve-site.js';

/** Has pages that load nothing from other hosts. The OpenAPI document is at `/api/docs-json`. */
const API_DOCS_PATH = '/api/docs';

export interface RunningGateway {
  readonly app: NestExpressApplication;
  /** Base URL, without a trailing slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts the gateway without signal handlers or process exit, so that tests can start it too. */
export async function startGateway(env: GatewayEnv, logger: Logger): Promise<RunningGateway> {
  const stopTracing = await startTracing('gateway', env);
  const transport = await Transport.connect({
    name: 'gateway',
    url: env.REDIS_URL,
    tls: env.REDIS_TLS,
    prefix: env.REDIS_PREFIX,
    messageKeys: env.MESSAGE_KEYS,
  });
  const health = new HealthServer({ redis: () => transport.redis.commands.ping() });

  @Module({ imports: [KitModule.of({ env, logger, transport, health }), AppModule] })
  class GatewayModule {}

  const app = await NestFactory.create<NestExpressApplication>(GatewayModule, new GatewayAdapter(env), {
    logger: nestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  useMiddleware(
    app,
    env,
    logger,
    health.metrics,
    refuseEarly(app.get(IngestAdmission)),
    allowPages(app.get(FunnelOrigins)),
  );
  serveSite(app, env, logger);
  measureConnections(app.getHttpServer(), logger, health.metrics);
  if (areApiDocsOpen(env))
    SwaggerModule.setup(API_DOCS_PATH, app, describeApi(routes, app.get(SessionCookie).name));
  await app.init();
  const server = app.getHttpAdapter().getInstance() as Application;
  checkRouteCoverage(Object.values(routes), boundRoutes(server, API_DOCS_PATH));
  await app.listen(env.PORT, env.HOST);
  await health.listen(env.HEALTH_PORT, env.HEALTH_HOST);
  logger.info({ event: 'ready' }, 'ready');

  return {
    app,
    url: `http://${env.HOST}:${env.PORT}`,
    close: async () => {
      health.close();
      await app.close();
      await transport.close();
      await stopTracing();
    },
  };
}
