import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, type ErrorCode, tooManyRequests } from '@desk/contracts';
import { clientNetwork } from '@desk/service-kit';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { PROBLEM_TYPE, toProblem } from '../errors/problem.js';

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

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits how many requests of one network are open, live streams included. Behind a proxy, all connections are the
 * proxy's, and each open request of a client holds one of them.
 */
export function limitOpenRequests(perNetwork: number): RequestHandler {
  const slots = new NetworkSlots(perNetwork);
  return (request, response, next) => {
    const release = slots.claim(request.ip ?? 'unknown');
    if (release) response.once('close', release);
    next(release ? undefined : tooManyRequests(RETRY_AFTER_SECONDS));
  };
}

/** Longer than any of our URLs, and half of what Node reads as a request's head. */
const MAX_URL_LENGTH = 8 * 1024;

/** Refuses long URLs before any pattern is matched against them. */
export function urlLimit(request: Request, _response: Response, next: NextFunction): void {
  next(request.originalUrl.length > MAX_URL_LENGTH ? new DomainError('URL_TOO_LONG') : undefined);
}

interface ParseError extends Error {
  readonly code?: string;
  /** What had arrived when parsing failed. */
  readonly rawPacket?: Buffer;
}

/** Whether the request line alone is too long. False unless what could not be parsed begins with it. */
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

/** Sends a problem document for a request that Node cannot parse or no longer waits for, and closes the connection. */
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
