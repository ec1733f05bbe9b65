import type { AnswerOf, HttpMethod, ParamsOf, QueryOf, SentBodyOf } from '@desk/contracts/define-route';
import type { RouteName, Routes } from '@desk/contracts/routes';
import type { ErrorCode } from '@desk/contracts/error-codes';
import { SEARCH_HEADER } from '@desk/contracts/search.values';
import { routeTable } from './route-table';

/** An error body as the server sends it (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** With `PROOF_OF_WORK_REQUIRED`: what to solve, as JSON. */
  readonly challenge?: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

function readProblem(body: string): Problem | null {
  try {
    const value = JSON.parse(body) as Partial<Problem> | null;
    return typeof value?.code === 'string' && typeof value.detail === 'string' ? (value as Problem) : null;
  } catch {
    return null;
  }
}

/** Any unsuccessful response. Its message has the documented form `status: body`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly problem: Problem | null;

  constructor(
    readonly status: number,
    body: string,
    statusText: string,
    /** How long the server asks to wait; 0 if it does not say. */
    readonly retryAfterMs = 0,
  ) {
    super(`${status}: ${body || statusText}`);
    this.problem = readProblem(body);
  }
}

/** Hooks that the layout of the signed-in pages sets, so that other pages do not have to load their code. */
export interface RequestHooks {
  /** Returns headers for the request that is about to be sent. */
  readonly getHeaders: () => Readonly<Record<string, string>>;
  /** Handles a refusal. Resolves with true to repeat the request. `sentAtMs` is by `performance.now()`. */
  readonly recover: (refusal: ApiError, sentAtMs: number) => Promise<boolean>;
}

let hooks: RequestHooks = { getHeaders: () => ({}), recover: () => Promise.resolve(false) };

export function setRequestHooks(next: RequestHooks): void {
  hooks = next;
}

async function send(method: HttpMethod, path: string, call: AnyCall): Promise<Response> {
  const { body, keepalive = false, signal, headers = {} } = call;
  return fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers, ...buildHeaders(call), ...hooks.getHeaders() },
    credentials: 'include',
    keepalive,
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function toApiError(response: Response): Promise<ApiError> {
  const { status, statusText, headers } = response;
  const retryAfterSeconds = Number(headers.get('retry-after')) || 0;
  return new ApiError(status, await response.text(), statusText, retryAfterSeconds * 1_000);
}

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : NonNullable<unknown> extends Value
    ? { readonly [_ in Name]?: Value }
    : { readonly [_ in Name]: Value };
/** Null and empty values are left out of the URL. */
type Query<Q> = Q extends object ? { readonly [Key in keyof Q]: Q[Key] | null } : undefined;

interface SendOptions {
  /** Completes the request even if the page is closed meanwhile. */
  readonly keepalive?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** What the caller of a route must pass. */
export type RouteCall<Name extends RouteName> = Part<'params', ParamsOf<Routes[Name]>> &
  Part<'query', Query<QueryOf<Routes[Name]>>> &
  Part<'body', SentBodyOf<Routes[Name]>> &
  SendOptions;
/** Query string of a route, as callers write it. */
export type RouteQuery<Name extends RouteName> = NonNullable<Query<QueryOf<Routes[Name]>>>;
export type RouteBody<Name extends RouteName> = SentBodyOf<Routes[Name]>;
export type RouteAnswer<Name extends RouteName> = AnswerOf<Routes[Name]>;
export type RouteArgs<Name extends RouteName> =
  NonNullable<unknown> extends RouteCall<Name> ? [call?: RouteCall<Name>] : [call: RouteCall<Name>];

interface AnyCall extends SendOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | null | undefined>>;
  readonly body?: unknown;
}

function buildUrl(path: string, { params = {}, query = {} }: AnyCall): string {
  const pathname = path.replaceAll(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value && name !== 'search' ? [[name, value]] : [],
  );
  return entries.length === 0 ? pathname : `${pathname}?${new URLSearchParams(entries).toString()}`;
}

/** Sends the searched name of a person in a header, because servers and proxies log URLs. */
const buildHeaders = ({ query = {} }: AnyCall): Readonly<Record<string, string>> =>
  query['search'] ? { [SEARCH_HEADER]: encodeURIComponent(query['search'].toWellFormed()) } : {};

/** Returns the URL of a route, for links. */
export const routeUrl = <Name extends RouteName>(name: Name, ...[call]: RouteArgs<Name>): string =>
  buildUrl(routeTable[name][1], call ?? {});

/**
 * Sends a request and returns the successful response. Repeats a refused request once if the hooks have recovered from
 * the refusal, such as by a proof of identity. Throws `ApiError` for any other response, `TypeError` without one.
 */
export async function requestRoute<Name extends RouteName>(
  name: Name,
  ...args: RouteArgs<Name>
): Promise<Response> {
  const [method] = routeTable[name];
  const call = (args[0] ?? {}) as AnyCall;
  const path = routeUrl(name, ...args);
  const sentAtMs = performance.now();
  const response = await send(method, path, call);
  if (response.ok) return response;
  const error = await toApiError(response);
  if (!(await hooks.recover(error, sentAtMs))) throw error;
  const repeated = await send(method, path, call);
  if (repeated.ok) return repeated;
  throw await toApiError(repeated);
}

/** Calls a route and returns its answer. Throws like `requestRoute`. */
export async function callRoute<Name extends RouteName>(
  name: Name,
  ...args: RouteArgs<Name>
): Promise<RouteAnswer<Name>> {
  const response = await requestRoute(name, ...args);
  return (await response.json()) as RouteAnswer<Name>;
}

/** Calls a route and returns null for a visitor who is not signed in. */
export async function callRouteOrNull<Name extends RouteName>(
  name: Name,
  ...args: RouteArgs<Name>
): Promise<RouteAnswer<Name> | null> {
  try {
    return await callRoute(name, ...args);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Returns the server's message for the user, or the fallback. Never a raw body. */
export function getErrorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError ? (error.problem?.detail ?? fallback) : fallback;
}

/** Returns the server's message if the user has to wait, otherwise the fallback. */
export const getWaitMessage = (error: unknown, fallback: string): string =>
  hasCode(error, 'TOO_MANY_REQUESTS', 'PROOF_OF_WORK_REQUIRED', 'CARD_PROVIDER_REFUSED')
    ? getErrorMessage(error, fallback)
    : fallback;

export const hasCode = (error: unknown, ...codes: readonly ErrorCode[]): boolean =>
  error instanceof ApiError && error.problem !== null && codes.some((code) => code === error.problem?.code);

/** Returns the fields the server rejected, and why. */
export const getFieldErrors = (error: unknown): Problem['errors'] =>
  error instanceof ApiError ? (error.problem?.errors ?? []) : [];

/** The fallback message where the product specification names none. */
export const UNREACHABLE = 'We could not reach the server. Please check your connection and try again.';
