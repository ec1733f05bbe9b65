import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { ADDRESS_KEY, type HostileRequest, type Sender } from '../requests/request-generator.js';

/** The credentials of each sender. */
export type Credentials = Readonly<Record<Sender, Readonly<Record<string, string>>>>;

export interface Answer {
  /** Undefined if the connection ended without an answer. */
  readonly status: number | undefined;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  readonly body: string;
  /** Whether the answer contains meaningless text. */
  readonly isNonsense: boolean;
  readonly durationMs: number;
  readonly failure?: string;
}

/** Far above the limit for an answer, so that a slow one is measured and not cut off. */
const TIMEOUT_MS = 30_000;
const MAX_SHOWN_BODY = 500;

/** Sends requests exactly as generated. */
export class RequestSender {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly base: URL;

  constructor(
    webUrl: string,
    private readonly credentials: Credentials,
    /** The key of a funnel's private address. */
    private readonly addressKey: string,
  ) {
    this.base = new URL(webUrl);
  }

  /** Never rejects. A stream is answered once its headers arrive, and then left. */
  send({ operation, sender, path, headers, body }: HostileRequest): Promise<Answer> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const finish = (answer: Partial<Answer>): void =>
        resolve({
          status: undefined,
          contentType: '',
          retryAfter: undefined,
          body: '',
          isNonsense: false,
          durationMs: performance.now() - startedAt,
          ...answer,
        });
      const outgoing: ClientRequest = request(
        {
          agent: this.agent,
          hostname: this.base.hostname,
          port: this.base.port,
          method: operation.method,
          path: path.replace(ADDRESS_KEY, this.addressKey),
          headers: {
            ...this.credentials[sender],
            ...headers,
            ...(body === undefined ? {} : { 'content-length': body.length }),
          },
          timeout: TIMEOUT_MS,
        },
        (response) => {
          readAnswer(response).then(finish, (error: unknown) => finish({ failure: String(error) }));
        },
      );
      outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
      outgoing.once('error', (error) => finish({ failure: error.message }));
      outgoing.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

async function readAnswer(response: IncomingMessage): Promise<Partial<Answer>> {
  const { statusCode: status = 0, headers } = response;
  const contentType = headers['content-type'] ?? '';
  const head = { status, contentType, retryAfter: headers['retry-after'] };
  if (contentType.startsWith('text/event-stream')) {
    response.destroy();
    return head;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const isNonsense = contentType.startsWith('application/json') && hasNonsense(JSON.parse(body));
  return { ...head, body: body.slice(0, MAX_SHOWN_BODY), isNonsense };
}

/**
 * Meaningless characters: controls, format characters and fillers, U+FFFD, private use. Deliberately independent of the
 * module that reads people's text, because it checks that module.
 */
const MEANINGLESS = /[\p{Cf}\p{Co}\uFFFD\u115F\u1160\u2800\u3164\uFFA0]|(?!\s)\p{Cc}/u;
const PLACEHOLDER = /^(?:undefined|null|nan|\[object object\]|\{\{[^{}]*\}\})$/i;

const isNonsense = (text: string): boolean =>
  !text.isWellFormed() || MEANINGLESS.test(text) || PLACEHOLDER.test(text);

/** Whether any text in a value is meaningless. */
export function hasNonsense(value: unknown): boolean {
  if (typeof value === 'string') return isNonsense(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNonsense);
}
