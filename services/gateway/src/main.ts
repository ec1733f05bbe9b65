import { createLogger, onShutdown, startOrExit } from '@desk/service-kit';
import { readGatewayEnv } from './env.js';
import { startGateway } from './start-gateway.js';

await startOrExit('gateway', async () => {
  const env = readGatewayEnv();
  const logger = createLogger('gateway', env.LOG_LEVEL);
  const gateway = await startGateway(env, logger);
  onShutdown(logger, env.SHUTDOWN_SECONDS, gateway.close);
});
