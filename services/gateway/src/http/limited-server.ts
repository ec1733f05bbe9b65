import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { refuseBrokenRequests } from './broken-requests.js';
import { NetworkSlots } from './network-slots.js';

/** Request line and headers together. */
const MAX_HEADER_BYTES = 16 * 1024;
/** How often Node looks for requests that take too long to arrive. Its default is 30 s. */
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
/** A connection without any traffic, such as one whose client does not read. Above the heartbeat of live streams. */
const SILENCE_TIMEOUT_MS = 120_000;

export interface ServerLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerNetwork: number;
  /** Whether a peer passes on the requests of others. */
  readonly isProxy: (address: string) => boolean;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

/**
 * Creates a server that gives up on slow, silent and oversized requests. A connection above a maximum, in all or of
 * its network, is closed without an answer, before anything is read: a balancer then tries another copy.
 */
export function createLimitedServer(
  {
    maxConnections,
    maxConnectionsPerNetwork,
    isProxy,
    headersTimeoutMs,
    requestTimeoutMs,
    keepAliveTimeoutMs,
  }: ServerLimits,
  listener: RequestListener,
): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node refuses a headers timeout above the request timeout.
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    listener,
  );
  server.maxConnections = maxConnections;
  const slots = new NetworkSlots(maxConnectionsPerNetwork);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const release = slots.claim(remoteAddress);
    if (release) socket.once('close', release);
    else {
      socket.destroy();
      server.emit('drop');
    }
  });
  server.setTimeout(SILENCE_TIMEOUT_MS);
  refuseBrokenRequests(server);
  return server;
}
