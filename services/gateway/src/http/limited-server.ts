import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, type ErrorCode } from '@desk/contracts';
import { PROBLEM_TYPE, toProblem } from '../errors/problem.js';
import type { NextFunction, Request, Response } from 'express';
import { clientNetwork } from '@desk/service-kit';

/** Limits how many connections and requests each client network may have open in this process. */
export class NetworkSlots {
  private readonly counts = new Map<string, number>();

  constructor(private readonly perNetwork: number) {}

  /** Returns the function that releases the slot, or undefined if the network of this address has none left. */
  claim(address: string): (() => void) | undefined {
    const network = clientNetwork(address);
    const count = this.counts.get(network) ?? 0;
    if (count >= this.perNetwork) return undefined;
    this.counts.set(network, count + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.release(network);
      isHeld = false;
    };
  }

  private release(network: string): void {
    const count = (this.counts.get(network) ?? 1) - 1;
    if (count > 0) this.counts.set(network, count);
    else this.counts.delete(network);
  }
}

/** Longer than any of our URLs, and half of what Node reads as a request's head. */
export const MAX_URL_LENGTH = 8 * 1024;

/** Refuses long URLs before any pattern is matched against them. */
export function urlLimit(request: Request, _response: Response, next: NextFunction): void {
  next(request.originalUrl.length > MAX_URL_LENGTH ? new DomainError('URL_TOO_LONG') : undefined);
}

interface ParseError extends Error {
  readonly code?: string;
  /** What had arrived when parsing failed. */
  readonly rawPacket?: Buffer;
}

/** Whether the request line alone is too long. Known only if what could not be parsed begins with it. */
function isRequestLineTooLong(packet: Buffer | undefined): boolean {
  if (!packet || !/^[A-Z]{3,10} \//.test(packet.toString('latin1', 0, 20))) return false;
  const length = packet.indexOf('\r\n');
  return length < 0 || length > MAX_URL_LENGTH;
}

function toErrorCode({ code, rawPacket }: ParseError): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW')
    return isRequestLineTooLong(rawPacket) ? 'URL_TOO_LONG' : 'HEADERS_TOO_LARGE';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED_BODY';
}

function toAnswer(error: DomainError): string {
  const body = JSON.stringify(toProblem(error));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Answers with a problem document what Node cannot parse or no longer waits for, and closes the connection. */
export function refuseBrokenRequests(server: Server): void {
  const responses = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request, response) => responses.set(request.socket, response));
  server.on('clientError', (error: ParseError, socket: Socket) => {
    const response = responses.get(socket);
    // Part of an answer may be on its way. More text would corrupt it.
    const isAnswering = response !== undefined && response.headersSent && !response.writableFinished;
    if (!socket.writable || isAnswering) {
      socket.destroy(error);
      return;
    }
    socket.end(toAnswer(new DomainError(toErrorCode(error))), () => socket.destroy());
  });
}

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
