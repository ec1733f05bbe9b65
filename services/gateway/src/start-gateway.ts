import 'reflect-metadata';
import { Transport } from '@desk/bullmq-transport';
import { HealthServer, KitModule, type Logger, nestLogger } from '@desk/service-kit';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { GatewayEnv } from './env.js';
import { useMiddleware } from './http/middleware.js';
import { serveApiDocs } from './openapi/serve.js';
import { serveSite } from './site/serve-site.js';

export interface RunningGateway {
  readonly app: NestExpressApplication;
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts the gateway: no signal handlers, no exit, so that a test starts the same thing. */
export async function startGateway(env: GatewayEnv, logger: Logger): Promise<RunningGateway> {
  const transport = await Transport.connect({
    url: env.REDIS_URL,
    prefix: env.REDIS_PREFIX,
    messageKeys: env.MESSAGE_KEYS,
  });
  const health = new HealthServer({ redis: () => transport.redis.commands.ping() });

  @Module({ imports: [KitModule.of({ env, logger, transport, health }), AppModule] })
  class GatewayModule {}

  const app = await NestFactory.create<NestExpressApplication>(GatewayModule, {
    logger: nestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  useMiddleware(app, env, logger, health.metrics);
  serveSite(app, env, logger);
  serveApiDocs(app);
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
    },
  };
}
