import { getFreePort } from '@desk/embedded-servers';
import { messageKeysOf } from '@desk/testing';
import { pino } from 'pino';
import { readGatewayEnv } from '../src/env.js';
import { type RunningGateway, startGateway } from '../src/start-gateway.js';

/** Starts a gateway without the services behind it. */
export async function startLoneGateway(
  redisUrl: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<RunningGateway> {
  const env = readGatewayEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    REDIS_URL: redisUrl,
    MESSAGE_KEYS: messageKeysOf('gateway'),
    PORT: String(await getFreePort()),
    HEALTH_PORT: String(await getFreePort()),
    PUBLIC_URL: 'http://127.0.0.1',
    JWT_KEYS: `test:${'x'.repeat(43)}`,
    STRIPE_PUBLISHABLE_KEY: 'pk_test',
    STRIPE_WEBHOOK_SECRET: 'whsec_test_limits',
    ...settings,
  });
  return startGateway(env, pino({ level: 'silent' }));
}
