import { number } from 'yup';

const seconds = (max: number) => number().integer().min(1).max(max);

/** What one client may cost this process before a request is even read. */
export const httpSettings = {
  /** Open connections. A further one is closed at once, so keep it above what balancer and clients need. */
  MAX_CONNECTIONS: number().integer().min(10).max(1_000_000).default(10_000),
  /** Of these, those of one client network; behind a proxy, its open requests. */
  MAX_CONNECTIONS_PER_NETWORK: number().integer().min(1).max(1_000_000).default(1_000),
  /** Time for the headers of a request to arrive. */
  HEADERS_TIMEOUT_SECONDS: seconds(120).default(10),
  /** Time for a whole request to arrive, body included. */
  REQUEST_TIMEOUT_SECONDS: seconds(600).default(30),
  /** How long an idle connection is kept. Longer than the balancer does (mostly 60 s), or it meets closed ones. */
  KEEP_ALIVE_SECONDS: seconds(600).default(65),
};
