import { queueSettings } from '@desk/bullmq-transport';
import { serviceNames, setService, applyTextMessageReport } from '@desk/contracts';
import { connect, type Handlers, recorded, serve } from '../harness.js';

// A service whose process dies in the middle of its first runs. Redis counts them, for it outlives the process.
const { REDIS_URL = '', REDIS_PREFIX = '', DEATHS = '0', SERVICE } = process.env;
const service = serviceNames.find((name) => name === SERVICE) ?? 'notifier';
const transport = await connect({ url: REDIS_URL, prefix: REDIS_PREFIX });

const run = async (): Promise<void> => {
  const runs = await transport.redis.commands.incr(`${REDIS_PREFIX}runs`);
  if (runs <= Number(DEATHS)) process.kill(process.pid, 'SIGKILL');
  await transport.redis.commands.incr(`${REDIS_PREFIX}finished`);
};
const handlers: Handlers = {
  [applyTextMessageReport.name]: run,
  [setService.name]: async () => {
    await run();
    return recorded(setService).response;
  },
};
// Soon after a death, another process takes over.
const settings = Object.fromEntries(
  Object.entries(queueSettings).map(([queue, usual]) => [
    queue,
    { ...usual, lockDuration: 2_000, stalledInterval: 1_000 },
  ]),
) as typeof queueSettings;
await serve(transport, service, { handlers, options: { settings } });
process.stdout.write('ready\n');
