import { runServiceCli } from './run-service-cli.js';

const COUNTING_SERVICES = ['lead-router', 'billing'] as const;

/** `npm run recount -- billing` recounts for one service, because a DATABASE_URL connects as the role of one. */
const chosen = process.argv[2];
const services = COUNTING_SERVICES.filter((service) => (chosen ?? service) === service);
if (services.length === 0) {
  console.error(`The service must be one of: ${COUNTING_SERVICES.join(', ')}`);
  process.exitCode = 1;
}
for (const service of services) {
  runServiceCli(service, 'recount-cli');
  if (process.exitCode !== 0) break;
}
