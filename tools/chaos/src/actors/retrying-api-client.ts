import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, ApiFailure } from '@desk/tool-workload';
import { waitFor } from '../run/wait-for.js';

const RETRY_FOR_MS = 60_000;
const REQUEST_TIMEOUT_MS = 20_000;

/** The API rejected a request for good, or did not serve it within the retry period. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
}

const WAIT_TIMEOUT_MS = 60_000;

interface WaitOptions {
  /** The error message at the timeout. */
  readonly problem: string;
  readonly signal: AbortSignal;
  /** A minute by default. */
  readonly timeoutMs?: number | undefined;
  readonly intervalMs?: number;
}

/** Polls until `poll` returns a value. @throws RequestFailed at the timeout */
export async function waitOrFail<T>(
  poll: () => Promise<T | undefined>,
  { problem, timeoutMs = WAIT_TIMEOUT_MS, ...options }: WaitOptions,
): Promise<T> {
  const value = await waitFor(poll, { timeoutMs, ...options });
  if (value === undefined) throw new RequestFailed(`${problem} within ${timeoutMs / 1_000} s`);
  return value;
}

/** Ignores that a request is refused: for any reason, or with this code only. */
export const ignoreRefusal = (request: Promise<unknown>, code = ''): Promise<unknown> =>
  request.catch((error: unknown) => {
    if (!(error instanceof RequestFailed && error.message.includes(code))) throw error;
  });

/** Retries like a person at the browser: on 5xx, without any response, and after proving the user's identity again. */
export class RetryingApiClient extends ApiClient {
  constructor(
    baseUrl: string,
    private readonly abortSignal: AbortSignal,
    /** Proves the user's identity when the last proof is too old. Without it, such requests are refused. */
    private readonly password?: string,
  ) {
    super(baseUrl, { timeoutMs: REQUEST_TIMEOUT_MS, signal: abortSignal });
  }

  /** @throws RequestFailed for a 4xx, or after a minute of retries */
  override call<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T> {
    return this.retry(`${method} ${path}`, () => super.call<T>(method, path, body));
  }

  /** @throws RequestFailed for a 4xx, or after a minute of retries */
  override readText(path: string, forMs?: number): Promise<string> {
    return this.retry(`GET ${path}`, () => super.readText(path, forMs));
  }

  private async retry<T>(request: string, attempt: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + RETRY_FOR_MS;
    let isProofNeeded = false;
    for (;;) {
      this.abortSignal.throwIfAborted();
      try {
        if (isProofNeeded) await super.call('POST', '/api/auth/reauthenticate', { password: this.password });
        isProofNeeded = false;
        return await attempt();
      } catch (error) {
        if (this.password !== undefined && needsProof(error)) isProofNeeded = true;
        else throwIfRejected(error);
      }
      if (Date.now() > deadline)
        throw new RequestFailed(`${request}: no success within ${RETRY_FOR_MS / 1_000} s`);
      await pause(200 + Math.random() * 200, undefined, { signal: this.abortSignal });
    }
  }

  /** Sends the request once and ignores a missing response. */
  async callOnce(method: 'PATCH', path: string, body: object): Promise<void> {
    try {
      await super.call(method, path, body);
    } catch (error) {
      throwIfRejected(error);
    }
  }
}

const needsProof = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'REAUTHENTICATION_REQUIRED';

function throwIfRejected(error: unknown): void {
  if (error instanceof ApiFailure && error.status < 500) throw new RequestFailed(error.message);
}
