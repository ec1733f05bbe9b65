import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import type { Destination } from './check-destination.js';
import { hostOf } from './url-rules.js';

export const MAX_ANSWER_BYTES = 65_536;
/** Timeout for each address except the last. Node's default is too short for a server on another continent. */
const CONNECTION_TIMEOUT_MS = 3_000;
/** node:http passes it to node:net, though its types lack it. */
const connectionOptions: Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
  autoSelectFamilyAttemptTimeout: CONNECTION_TIMEOUT_MS,
};

export interface Answer {
  readonly status: number;
  /** As sent; undefined without the header. */
  readonly retryAfter: string | undefined;
  readonly contentType: string | undefined;
  /** At most `MAX_ANSWER_BYTES`. Shorter if the connection broke or the time was over. */
  readonly body: string;
}

/** The request arrived, but what came back is not HTTP, or only begins like it. */
export class UnreadableAnswerError extends Error {
  constructor(
    /** The code of Node's parser, such as HPE_INVALID_HEADER_TOKEN. */
    readonly code: string,
    /** Undefined if not even the first line could be read. */
    readonly status: number | undefined,
  ) {
    super('the answer could not be read');
  }
}

/** The connection was made and broke without an answer. */
export class ConnectionBrokenError extends Error {
  constructor(readonly code: string | undefined) {
    super('the connection broke without an answer');
  }
}

const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})/;
const STATUS_LINE_BYTES = 12;

interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly signal: AbortSignal;
}

/** Makes the connection use the addresses that were looked up and checked before. */
const pinTo = (addresses: readonly string[]): LookupFunction => {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
};

/**
 * Posts a body once, over its own connection, and follows no redirects. Once the status has arrived the answer counts,
 * even if its body breaks off.
 *
 * @throws UnreadableAnswerError or ConnectionBrokenError once connected; before that, the error of node:net or
 * node:tls; the reason of `signal` if it aborts
 */
export function postOnce(
  { url, addresses }: Destination,
  { headers, body, signal }: PostOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'http:' ? requestHttp : requestHttps;
    const request = send({
      method: 'POST',
      protocol: url.protocol,
      host: hostOf(url),
      port: url.port || undefined,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: pinTo(addresses),
      ...connectionOptions,
      agent: false,
      // The environment must not be able to turn the check off.
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      signal,
    });
    let isAnswered = false;
    let isConnected = false;
    let start = '';
    request.on('socket', (socket) => {
      socket.once(url.protocol === 'http:' ? 'connect' : 'secureConnect', () => {
        isConnected = true;
      });
      // Runs before the parser, which fails as soon as it reads.
      socket.prependListener('data', (chunk: Buffer) => {
        if (start.length < STATUS_LINE_BYTES) start += chunk.toString('latin1', 0, STATUS_LINE_BYTES);
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (isAnswered) return;
      const { code } = error;
      if (code?.startsWith('HPE_')) {
        const status = STATUS_LINE.exec(start)?.[1];
        reject(new UnreadableAnswerError(code, status === undefined ? undefined : Number(status)));
      } else reject(isConnected && !signal.aborted ? new ConnectionBrokenError(code) : error);
    });
    request.on('close', () => {
      // For example, after an upgrade to a protocol that we did not request.
      if (!isAnswered) reject(new ConnectionBrokenError('ECONNRESET'));
    });
    request.on('response', (response) => {
      isAnswered = true;
      void readStart(response).then((text) => {
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          contentType: response.headers['content-type'],
          body: text,
        });
        request.destroy();
      });
    });
    request.end(body);
  });
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let missing = MAX_ANSWER_BYTES;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, missing));
      missing -= chunk.length;
      if (missing <= 0) break;
    }
  } catch {
    // The connection broke, or the time is over.
  }
  return Buffer.concat(chunks).toString('utf8');
}
