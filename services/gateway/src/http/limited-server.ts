import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { NetworkSlots, refuseBrokenRequests } from './refusals.js';

/** Request line and headers together. */
const MAX_HEADER_BYTES = 16 * 1024;
/** How often Node looks for requests that take too long to arrive. Its default is 30 s. */
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
/**
 * For a connection without any traffic, for example if its client does not read. Longer than the heartbeat of live
 * streams.
 */
const SILENCE_TIMEOUT_MS = 120_000;

export interface ServerLimits {
  readonly maxConnections: number;
  readonly maxConnectionsPerNetwork: number;
  /** Whether a peer forwards the requests of others. */
  readonly isProxy: (address: string) => boolean;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

/**
 * Creates a server that gives up on slow, silent and oversized requests. A connection above a maximum, in total or for
 * its network, is closed before anything is read and without an answer: a load balancer then tries another copy.
 */
export function createLimitedServer(limits: ServerLimits, listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node refuses a headers timeout above the request timeout.
      headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    listener,
  );
  server.maxConnections = limits.maxConnections;
  const slots = new NetworkSlots(limits.maxConnectionsPerNetwork);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || limits.isProxy(remoteAddress)) return;
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
