/** What the server says of a failure (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Problem>).code === 'string' &&
  typeof (value as Partial<Problem>).detail === 'string';

function readProblem(body: string): Problem | null {
  try {
    const value: unknown = JSON.parse(body);
    return isProblem(value) ? value : null;
  } catch {
    return null;
  }
}

/** Any answer that is no success. The message has the documented form `status: body`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: Problem | null;

  constructor(
    readonly status: number,
    body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
    this.problem = readProblem(body);
  }
}

export type Method = 'GET' | 'POST' | 'PATCH';

async function send(method: Method, path: string, body?: unknown): Promise<Response> {
  return fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    credentials: 'include',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function refuse(response: Response): Promise<never> {
  throw new ApiError(response.status, await response.text(), response.statusText);
}

/** Calls the API; throws `ApiError` for an answer that is no success, `TypeError` when there is none. */
export async function api<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body);
  return response.ok ? ((await response.json()) as T) : refuse(response);
}

/** Reads, and gives the headers too: totals and the address of the next page stand there. */
export async function readWithHeaders<T>(path: string): Promise<{ body: T; headers: Headers }> {
  const response = await send('GET', path);
  return response.ok ? { body: (await response.json()) as T, headers: response.headers } : refuse(response);
}

/** Reads; somebody who is not signed in gets null instead of a failure. */
export async function readOrNull<T>(path: string): Promise<T | null> {
  const response = await send('GET', path);
  if (response.status === 401) return null;
  return response.ok ? ((await response.json()) as T) : refuse(response);
}

/** What a notice may say of a failure: the server's own sentence, never a raw body, else the fallback. */
export function sentenceOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? (error.problem?.detail ?? fallback) : fallback;
}

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof ApiError && error.problem !== null && codes.includes(error.problem.code);

/** The fields that the server did not take, and why. */
export const refusedFields = (error: unknown): Problem['errors'] =>
  error instanceof ApiError ? (error.problem?.errors ?? []) : [];

/** For where the specification names no fallback. */
export const UNREACHABLE = 'We could not reach the server. Please check your connection and try again.';
