// Container health check: exits with 0 if the process is ready. Checks a service unless another URL is given.
import { get } from 'node:http';

const TIMEOUT_MS = 4_000;
const url = process.argv[2] ?? `http://127.0.0.1:${process.env.HEALTH_PORT}/health/ready`;

get(url, { timeout: TIMEOUT_MS }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
